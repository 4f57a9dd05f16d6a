import { directionOf } from '../../values/languages.ts'
import { LANGUAGE } from './language.ts'

// The isolates of Unicode: the text inside does not change the order of the text beside it.
const STARTS = { ltr: '\u2066', rtl: '\u2067', auto: '\u2068' } as const
const END = '\u2069'
const isRightToLeft = directionOf(LANGUAGE) === 'rtl'

/**
 * A part of a text in its own direction, on a page from right to left: a date stays readable on an axis that runs from
 * left to right, and a name beside an amount. On other pages, the text itself.
 */
export function isolate(text: string, direction: keyof typeof STARTS): string {
  return isRightToLeft ? STARTS[direction] + text + END : text
}
