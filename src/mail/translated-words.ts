import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, localeOf } from '../values/languages.ts'
import { shownLine } from '../values/shown-line.ts'
import type { Mail } from './format-mail.ts'
import { ARABIC } from './texts/ar.ts'
import { GERMAN, type MailText } from './texts/de.ts'

type Values = Readonly<Record<string, string | number>>

export interface MailWords {
  /** The text in the language. The English text is the key of its translations, in ICU message syntax. */
  t(text: MailText, values?: Values): string
  /** An instant in UTC. The time zone of the reader is not known. */
  time(at: Date): string
  list(parts: readonly string[]): string
  /** The mail to one address: a greeting, and then the paragraphs, of which some are facts. */
  letter(to: string, subject: MailText, paragraphs: readonly Paragraph[]): Mail
}

type Paragraph = string | readonly MailFact[]

const TRANSLATIONS: Readonly<Record<Language, Readonly<Partial<Record<MailText, string>>>>> = {
  en: {},
  de: GERMAN,
  ar: ARABIC,
}

/** The words of mails in this language. */
export function wordsIn(language: Language): MailWords {
  const locale = localeOf(language, [])
  const form = { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' } as const
  const times = new Intl.DateTimeFormat(locale, form)
  const lists = new Intl.ListFormat(locale)
  const t = (text: MailText, values?: Values) =>
    String(new IntlMessageFormat(TRANSLATIONS[language][text] ?? text, locale).format(values))
  return {
    t,
    time: (at) => times.format(at),
    list: (parts) => lists.format(parts),
    letter: (to, subject, paragraphs) => {
      const texts = paragraphs.map((each) => (typeof each === 'string' ? each : factLines(each)))
      return { to, subject: t(subject), text: `${[t('Hello,'), ...texts].join('\n\n')}\n` }
    },
  }
}

/** A label and a text. Another person may have written the text; it can have several lines. Null: omitted. */
export type MailFact = readonly [label: string, text: string | null]

const WIDTH = 72
const TEXT = ' '.repeat(4)
const CONTINUED = ' '.repeat(8)

/**
 * Facts for the text of a mail. The text of a label is indented below it, so text of another person never looks like a
 * line of ours. No other part of a mail, and no subject, may contain text of another person than its reader.
 */
export function factLines(facts: readonly MailFact[]): string {
  return facts
    .flatMap(([label, text]) =>
      text === null ? [] : [`${label}:`, ...text.split('\n').flatMap(wrap)],
    )
    .join('\n')
}

function wrap(line: string): string[] {
  const lines = ['']
  for (const word of shownLine(line).split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((each, place) => (place === 0 ? TEXT : CONTINUED) + each)
}
