import { invalidParameter } from '../errors.ts'
import { shownText } from './shown-line.ts'

const MAX_LENGTH = 200
const SPACES = /[\t\p{Zs}]+/gu
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
// U+2800 is a blank character that `\s` does not match.
const SOMETHING_TO_SEE = /[^\s\u2800]/u

/** The rules for messages: what is not allowed in a text (`isShownWhole`), and in a line (`isLine`). */
export const HIDDEN_RULE =
  'invisible characters, text-direction control characters, or more than 4 marks on one letter'
export const LINE_RULE = `without line breaks, ${HIDDEN_RULE}`

/** Parses a name, as `parseLine` does with 200 characters. */
export function parseName(text: string, parameter = 'name'): string {
  return parseLine(text, parameter, MAX_LENGTH)
}

/**
 * Parses one line of text of 1 to `maxLength` characters. Texts that look the same become the same: accents are
 * composed (NFC), and white space becomes one space. Other characters are not changed. Throws `invalid_parameter`.
 */
export function parseLine(text: string, parameter: string, maxLength: number): string {
  const typed = text.trim()
  // A character rarely has more than four UTF-16 units, even decomposed. A longer text is rejected as it is.
  const line = typed.length <= 4 * maxLength ? typed.normalize('NFC') : ''
  const spaced = line.replace(SPACES, ' ')
  if (!isLine(spaced) || characterCount(spaced) > maxLength) {
    throw invalidParameter(`${parameter} must be 1 to ${maxLength} characters, ${LINE_RULE}.`)
  }
  return spaced
}

/** Whether a text can be shown to another person as one line: it has a visible character and nothing hidden. */
export function isLine(text: string): boolean {
  return !CONTROLS.test(text) && isShownWhole(text)
}

/** Whether a text has a visible character, and `shownText` removes nothing from it. */
export function isShownWhole(text: string): boolean {
  return SOMETHING_TO_SEE.test(text) && shownText(text) === text
}

/** The maximum number of characters of a text about an asset, and of a long text: the description or the notes. */
export const MAX_TEXT = 500
export const MAX_LONG_TEXT = 20_000

/** Whether a text can be stored and sent: PostgreSQL stores no NUL, and UTF-8 has no lone surrogates. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The number of Unicode code points. */
export function characterCount(text: string): number {
  return [...text].length
}
