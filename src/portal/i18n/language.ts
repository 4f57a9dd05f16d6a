import { findLanguage, type Language, localeOf, SOURCE } from '../../values/languages.ts'
import { textKey } from './text-key.ts'

// By the keys of texts: the build replaces the English ones.
type Catalogue = Readonly<Record<string, string>>

const CHOSEN = 'orangery.language'
const NONE = async () => ({ default: null })
const CATALOGUES = {
  en: NONE,
  de: () => import('./de.json', { with: { type: 'json' } }),
  ar: () => import('./ar.json', { with: { type: 'json' } }),
}
// The texts that only the pages of firms and of staff have: a quarter of all texts.
const FIRM_CATALOGUES = {
  en: NONE,
  de: () => import('./de-firm.json', { with: { type: 'json' } }),
  ar: () => import('./ar-firm.json', { with: { type: 'json' } }),
}

// The tests of pure rules run in Node, whose language is not that of a person.
const wanted = globalThis.document ? navigator.languages : []
const found = findLanguage(readChosen(), wanted)
// Modules that have texts wait here, so that a page has one language from its first text.
const catalogue = await readCatalogue(found)

/** The language of this page, for as long as it is open. */
export const LANGUAGE: Language = catalogue === null ? SOURCE : found
let firmCatalogue: Catalogue | null = null

/** Loads what the pages of firms and of staff say. It has to be there before their modules are evaluated. */
export async function loadFirmTexts(): Promise<void> {
  firmCatalogue ??= (await FIRM_CATALOGUES[LANGUAGE]()).default
}

/** The translation of an English text, if this page has any. */
export function findTranslation(text: string): string | undefined {
  if (catalogue === null) return undefined
  const key = textKey(text)
  return catalogue[key] ?? firmCatalogue?.[key]
}
/** The locale of dates, numbers and plurals. The time zone is that of the browser. */
export const LOCALE = localeOf(LANGUAGE, wanted)

/** Chooses the language for this browser, and loads the page again in it. */
export function chooseLanguage(language: Language): void {
  // Without storage the choice is for nothing, and the page stays as it is.
  try {
    localStorage.setItem(CHOSEN, language)
    window.location.reload()
  } catch {}
}

function readChosen(): string | null {
  try {
    return globalThis.localStorage?.getItem(CHOSEN) ?? null
  } catch {
    return null
  }
}

// Without its catalogue, the whole page is in English.
async function readCatalogue(language: Language): Promise<Catalogue | null> {
  try {
    return (await CATALOGUES[language]()).default
  } catch {
    return null
  }
}
