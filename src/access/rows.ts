import { isObject } from '../values/json.ts'
import { StoredDataError } from './stored-data.ts'

/** Whether a value from the database has a type. */
export type Check<Value> = (value: unknown) => value is Value

export type Columns = Readonly<Record<string, Check<unknown>>>

export type CheckedBy<Each> = Each extends Check<infer Value> ? Value : never

export type RowOf<Shape extends Columns> = {
  readonly [Name in keyof Shape]: CheckedBy<Shape[Name]>
}

/** Returns the row itself if it has these columns. Throws `StoredDataError` otherwise. */
export type RowReader<Row> = (row: unknown) => Row

export const isText: Check<string> = (value) => typeof value === 'string'
export const isNumber: Check<number> = (value) => typeof value === 'number'
export const isInstant: Check<Date> = (value) => value instanceof Date
export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean'
export const isTexts: Check<readonly string[]> = listOf(isText)

/** A check for one of these texts, such as the values of an enum. */
export function isOneOf<Word extends string>(words: readonly Word[]): Check<Word> {
  return (value): value is Word => words.some((word) => word === value)
}

/** A check for a list of these texts. Each item is checked. */
export function isListOf<Word extends string>(words: readonly Word[]): Check<readonly Word[]> {
  const isWord = isOneOf(words)
  return (value): value is readonly Word[] => Array.isArray(value) && value.every(isWord)
}

export function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value): value is Value | null => value === null || check(value)
}

/** A check for a list. Only the first item is checked: all items of a list are written in one way. */
export function listOf<Value>(check: Check<Value>): Check<readonly Value[]> {
  return (value): value is readonly Value[] =>
    Array.isArray(value) && (value.length === 0 || check(value[0]))
}

/** A check for a JSON object with these members. */
export function objectOf<Shape extends Columns>(shape: Shape): Check<RowOf<Shape>> {
  const findMisfit = misfitFinder(shape)
  return (value): value is RowOf<Shape> => isObject(value) && findMisfit(value) === undefined
}

/** A check for a JSON array of exactly these values. */
export function tupleOf<Values extends readonly unknown[]>(
  ...checks: { readonly [Place in keyof Values]: Check<Values[Place]> }
): Check<Values> {
  return (value): value is Values =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((check, place) => check(value[place]))
}

/** Creates the reader of rows with these columns, once for a statement. Its error names a column, never a value. */
export function rowReader<Shape extends Columns>(
  where: string,
  shape: Shape,
): RowReader<RowOf<Shape>> {
  const findMisfit = misfitFinder(shape)
  const fits = objectOf(shape)
  return (row) => {
    if (fits(row)) return row
    const column = isObject(row) ? findMisfit(row) : undefined
    throw new StoredDataError(where, `${column ?? 'the row'} does not have its type`)
  }
}

// This is a plain loop because it runs for each row of a page.
function misfitFinder(shape: Columns) {
  const checks = Object.entries(shape)
  return (value: Readonly<Record<string, unknown>>): string | undefined => {
    for (const [name, check] of checks) if (!check(value[name])) return name
    return undefined
  }
}
