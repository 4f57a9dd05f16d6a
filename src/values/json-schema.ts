import { WORD } from './word.ts'

/** Keywords of JSON Schema. */
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

/** The schema of a word of an open list. `known` are the present words; others may be added at any time. */
export function openList(known: readonly string[]): JsonSchema {
  return { pattern: WORD.source, maxLength: 64, 'x-extensible-enum': known }
}
