import { z } from 'zod'
import { ACCEPTED_INSTANT, isDate, parseInstant } from '../../values/instant.ts'
import { isObject, WORD } from '../../values/json.ts'
import { KNOWN_WORDS, type OpenList } from '../../values/known-words.ts'
import { canonicalDecimal } from '../../values/numbers.ts'
import {
  characterCount,
  HIDDEN_RULE,
  isCleanText,
  isLine,
  isShownWhole,
  LINE_RULE,
} from '../../values/text-rules.ts'

// Validators of the values that source systems provide about assets. Every message names the accepted values and quotes
// no input, because input may be private. The metadata is the JSON Schema of the value as it is sent to partners.

const ACCEPTED_WORD = 'a snake_case word of up to 64 characters: a-z first, then a-z, 0-9 and _'
const PERCENTAGE = 'a percentage from 0 to 100 with at most 2 places, as a text or a number'
const YEAR = 'a year from -9999 to 9999, but not 0; -440 is 440 BC'
const DATE = 'a date of the calendar such as 2026-11-20, in the years 0001 to 9999'
const INSTANT = `${ACCEPTED_INSTANT}, in the years 0001 to 9999`

// The patterns are written out, because no regular expression is built from parts.
const DECIMALS = {
  4: /^(0|[1-9]\d{0,17})(\.\d{1,4})?$/,
  6: /^(0|[1-9]\d{0,17})(\.\d{1,6})?$/,
} as const

interface TextRule {
  readonly accepts: (text: string) => boolean
  readonly words: string
}

const ANY_TEXT: TextRule = {
  accepts: isCleanText,
  words: 'none of them NUL or half a surrogate pair',
}

/**
 * A title is the name of an asset or a document that other people read. Control characters are accepted, because titles
 * of museums contain them. They are shown as spaces.
 */
export const TITLE: TextRule = {
  accepts: (text) => isCleanText(text) && isShownWhole(text),
  words: `with something to see, without NUL, ${HIDDEN_RULE}`,
}

/** A name that is part of a consent sentence, where it has its own line. */
export const LINE: TextRule = { accepts: isLine, words: `with something to see, ${LINE_RULE}` }

/** A text of `least` to `most` characters (code points), unchanged. */
export function text(least: number, most: number, rule = ANY_TEXT) {
  const accepted = `a text of ${least} to ${most} characters, ${rule.words}`
  return z
    .string(accepted)
    .refine((value) => {
      return value.length >= least && isAtMost(value, most) && rule.accepts(value)
    }, accepted)
    .meta({ ...(least > 0 && { minLength: least }), maxLength: most })
}

/** A word of an open list, such as `auction_result`. */
export function word(list: OpenList) {
  const examples = [...KNOWN_WORDS[list]]
  return z.string(ACCEPTED_WORD).regex(WORD, ACCEPTED_WORD).meta({ examples })
}

/** An exact decimal from 0, of at most 18 digits before the point and `places` after it. */
export function decimal(places: keyof typeof DECIMALS) {
  return decimalText(
    `a decimal from 0 as a text such as "1200.00" (at most 18 digits, then ${places} places), or a whole number`,
    DECIMALS[places],
  )
}

/** Money in the portfolio's currency, as a decimal text. */
export const money = decimal(4)

export const quantity = decimalText(
  'a decimal above 0 as a text such as "1.5" (at most 18 digits, then 6 places), or a whole number',
  DECIMALS[6],
  /[1-9]/,
)

export const fraction = decimalText(
  'a decimal from 0 to 1 as a text such as "0.9999" (at most 6 places), or the number 0 or 1',
  /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/,
)

/** A percentage, 0 to 100. A JSON number is accepted too, because it represents two places exactly enough. */
export const percentage = z
  .union([z.string(), z.number()], PERCENTAGE)
  .transform((value) => canonicalDecimal(String(value)))
  .refine((value) => /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(value), PERCENTAGE)

export function whole(least: number, most: number) {
  const accepted = `a whole number from ${least} to ${most}`
  const format = most < 2 ** 31 ? 'int32' : 'int64'
  return z.int(accepted).min(least, accepted).max(most, accepted).meta({ format })
}

export const year = z
  .int(YEAR)
  .refine((value) => value !== 0 && Math.abs(value) <= 9999, YEAR)
  .meta({ format: 'int32', minimum: -9999, maximum: 9999 })

/** An instant, as RFC 3339 in UTC with milliseconds. */
export const instant = z.string(INSTANT).transform((value, context) => {
  const parsed = parseInstant(value)
  if (parsed) return parsed.toISOString()
  context.addIssue(INSTANT)
  return z.NEVER
})

export const date = z.string(DATE).refine(isDate, DATE)

/** An object with these members and no other. */
export function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `only the members ${names}` : `an object of ${names}`,
  })
}

/** Options for a rule about a whole list: it is checked only if every item is good. */
export const ONCE_ALL_ARE_GOOD = { when: ({ issues }: z.core.ParsePayload) => issues.length === 0 }

/** Options for a rule about several members: it is checked only if these are good. Other members may be wrong. */
export function onceGood(...names: readonly string[]) {
  const when = ({ value, issues }: z.core.ParsePayload) =>
    isObject(value) && !issues.some(({ path }) => names.includes(String(path?.[0])))
  return { when }
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, 'a list')
}

function isAtMost(value: string, most: number): boolean {
  if (value.length <= most) return true
  return value.length <= most * 2 && characterCount(value) <= most
}

// A number is accepted only if it is whole: a JSON number with a fraction is already a float.
function decimalText(accepted: string, ...patterns: readonly [RegExp, ...RegExp[]]) {
  return z
    .union([z.string(), z.number()], accepted)
    .refine((value) => typeof value === 'string' || Number.isSafeInteger(value), accepted)
    .transform((value) => canonicalDecimal(String(value)))
    .refine((value) => patterns.every((pattern) => pattern.test(value)), accepted)
    .meta({ type: 'string', pattern: patterns[0].source, maxLength: 30 })
}
