import { type Category, isCategory } from '../../access/categories.ts'
import { type Check, isNumber, isObject, isText, isTexts, orNull } from '../../access/stored-row.ts'

/** How a column of table `assets`, under the alias `a`, is selected into JSON, and what it then is. */
export interface Column<Value = unknown> {
  readonly select: (name: string) => string
  readonly check: Check<Value>
}

const asIs = (name: string) => `a.${name}`
const asText = (name: string) => `a.${name}::text AS ${name}`

export const TEXT: Column<string> = { select: asIs, check: isText }
export const INTEGER: Column<number> = { select: asIs, check: isNumber }
/** JSON's numbers are floats: a decimal is selected as text. */
export const DECIMAL: Column<string> = { select: asText, check: isText }
/** As JSON has it: text in a form that `Date` reads. */
export const INSTANT: Column<string> = { select: asIs, check: isText }
export const TEXTS: Column<readonly string[]> = { select: asIs, check: isTexts }
export const OBJECT: Column<Readonly<Record<string, unknown>>> = { select: asIs, check: isObject }
export const CATEGORY: Column<Category> = { select: asText, check: isCategory }

/** The same column where it may be null. */
export function nullable<Value>({ select, check }: Column<Value>): Column<Value | null> {
  return { select, check: orNull(check) }
}
