import type { CommandError } from './command-error.ts'

/** The output of a command: an object with `--json`, lines without it. */
export interface CommandResult {
  readonly json: object
  readonly lines: readonly string[]
  /** Set if the command failed and still has a result to print. */
  readonly error?: CommandError
}

/** The result of a command that lists: a line for each entry, with these members or in a format, or the line `none`. */
export function listed<Entry extends object>(
  data: readonly Entry[],
  format: readonly (keyof Entry)[] | ((entry: Entry) => string),
  none: string,
): CommandResult {
  const line = typeof format === 'function' ? format : (entry: Entry) => columns(entry, format)
  return { json: { data }, lines: data.length > 0 ? data.map(line) : [none] }
}

function columns<Entry extends object>(entry: Entry, names: readonly (keyof Entry)[]): string {
  const texts = names
    .map((name) => entry[name])
    .map((value) => (value instanceof Date ? value.toISOString() : String(value)))
  return oneLine(texts.join('  '))
}

/** Serializes an object with the names of the API: snake_case. Dates become RFC 3339 text. */
export function toJson(object: object): string {
  return JSON.stringify(withWireNames(object))
}

function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWireNames)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [snakeCase(name), withWireNames(member)]),
  )
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Joins the lines of a text. Replaces control characters, because they could control the terminal. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(/[\p{C}\u2028\u2029]/gu, '\ufffd')
}
