import { type Check, isNumber, isText, isTexts, orNull } from '../../access/stored-row.ts'
import { type Category, isCategory } from '../../values/categories.ts'
import { isObject } from '../../values/json-object.ts'

/** How a column of table `assets`, with the alias `a`, is selected into JSON, and the check of its JSON value. */
export interface Column<Value = unknown> {
  readonly select: (name: string) => string
  readonly check: Check<Value>
}

const asIs = (name: string) => `a.${name}`
const asText = (name: string) => `a.${name}::text AS ${name}`

export const TEXT: Column<string> = { select: asIs, check: isText }
export const INTEGER: Column<number> = { select: asIs, check: isNumber }
/** A decimal is selected as text, because JSON numbers are floats. */
export const DECIMAL: Column<string> = { select: asText, check: isText }
/** An instant in the text form of JSON, which `Date` can parse. */
export const INSTANT: Column<string> = { select: asIs, check: isText }
export const TEXTS: Column<readonly string[]> = { select: asIs, check: isTexts }
export const OBJECT: Column<Readonly<Record<string, unknown>>> = { select: asIs, check: isObject }
export const CATEGORY: Column<Category> = { select: asText, check: isCategory }

/** The same column, but it may be null. */
export function nullable<Value>({ select, check }: Column<Value>): Column<Value | null> {
  return { select, check: orNull(check) }
}
