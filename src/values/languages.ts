/** The languages of the portal and of mails. Each has its own name for itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const
export type Language = keyof typeof LANGUAGES

/** The language whose texts are in the code. */
export const SOURCE: Language = 'en'

const RIGHT_TO_LEFT: readonly Language[] = ['ar']
// The region of English where the browser names none.
const REGION = 'GB'

export const directionOf = (language: Language) =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}

/** The chosen language, or else the first language of the browser that the portal has, or else English. */
export function findLanguage(chosen: string | null, wanted: readonly string[]): Language {
  return isLanguage(chosen) ? chosen : (firstLanguage(wanted) ?? SOURCE)
}

/** The first of the wanted languages that is one of these; null if none is. */
export function firstLanguage(wanted: readonly string[]): Language | null {
  return wanted.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? null
}

/**
 * The locale of dates and numbers: the language of the page with the region of the browser. Digits are 0 to 9 and the
 * calendar is the Gregorian one in each language, as in the ids, codes and dates that people type and copy.
 */
export function localeOf(language: Language, wanted: readonly string[]): string {
  const region = wanted.map(regionOf).find((found) => found !== undefined)
  const known = region ?? (language === SOURCE ? REGION : undefined)
  const forms = { numberingSystem: 'latn', calendar: 'gregory' }
  return new Intl.Locale(language, { ...forms, ...(known && { region: known }) }).toString()
}

// A browser can be set to a text that is not a language tag.
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}
