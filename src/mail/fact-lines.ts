import { shownLine } from '../values/shown-line.ts'

/** A label and a text. Another person may have written the text; it can have several lines. Null: omitted. */
export type MailFact = readonly [label: string, text: string | null]

const WIDTH = 72
const TEXT = ' '.repeat(4)
const CONTINUED = ' '.repeat(8)

/**
 * Facts for the text of a mail. A label begins at the start of a line, and its text follows below, indented. So text
 * of another person never looks like a line of ours. No other part of a mail, and no subject, may contain text of
 * another person than its reader.
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
