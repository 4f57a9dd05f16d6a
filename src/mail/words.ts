import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, localeOf } from '../values/languages.ts'
import { ARABIC } from './texts/ar.ts'
import { GERMAN, type MailText } from './texts/de.ts'

type Values = Readonly<Record<string, string | number>>

/** The functions that write a mail in one language. */
export interface MailWords {
  readonly language: Language
  /** The text in the language. The English text is the key of its translations, in ICU message syntax. */
  t(text: MailText, values?: Values): string
  /** An instant in UTC. The time zone of the reader is not known. */
  time(at: Date): string
  /** The parts with commas and "and". */
  list(parts: readonly string[]): string
}

const TRANSLATIONS: Readonly<Record<Language, Readonly<Partial<Record<MailText, string>>>>> = {
  en: {},
  de: GERMAN,
  ar: ARABIC,
}

/** The words of mails in this language. */
export function wordsIn(language: Language): MailWords {
  const locale = localeOf(language, [])
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  const lists = new Intl.ListFormat(locale)
  return {
    language,
    t: (text, values) =>
      String(new IntlMessageFormat(TRANSLATIONS[language][text] ?? text, locale).format(values)),
    time: (at) => times.format(at),
    list: (parts) => lists.format(parts),
  }
}

/** The text of a mail, from its paragraphs. */
export function mailText(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}
