/** Whether a value is a JSON object, with any members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined for another text. The error of the parser would quote it, and it may be private. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A member of a value, or of a member of it, by their names; undefined if there is none. */
export function memberOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (of, name) => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined),
    value,
  )
}

/** A part of a result that is written as it is: it is JSON already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The value, for what reads the result and does not write it: an older version of the interface. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const PERCENT: JsonSchema = { minimum: 0, maximum: 100 }
export const CURRENCY: JsonSchema = { pattern: '^[A-Z]{3}$', maxLength: 3 }

/**
 * The options of a field whose values are narrower than its type says, to be spread into the field's options. The
 * description of the REST interface contains them. For a list, they describe its items.
 */
export function narrower(jsonSchema: JsonSchema) {
  return { extensions: { jsonSchema } } as const
}

/** A word of an open list: snake_case, such as `auction_result`. */
export const WORD = /^[a-z][a-z0-9_]{0,63}$/

/** The schema of a word of an open list. `known` are the present words; others may be added at any time. */
export function openList(known: readonly string[]): JsonSchema {
  return { pattern: WORD.source, maxLength: 64, 'x-extensible-enum': known }
}
