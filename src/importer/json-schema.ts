import { z } from 'zod'
import { CATEGORY_DETAIL_SCHEMAS } from '../modules/assets/category-detail.ts'
import { CATEGORIES, CATEGORY_CODES, type Category } from '../values/categories.ts'
import type { JsonSchema } from '../values/json.ts'
import { recordSchema } from './record-schema.ts'

/**
 * The JSON Schema (2020-12) of a line, for editors and tests of a source, with the importer's own messages. A line
 * that it accepts can still be bad: it has no rule about the calendar, the clock, several members or several lines.
 */
export function describeLine(): JsonSchema {
  const schema = describe(recordSchema(Date.now))
  const records = Array.isArray(schema.oneOf) ? schema.oneOf : []
  const allOf = CATEGORIES.map(detailOf)
  return {
    ...schema,
    title: 'A line of an import',
    oneOf: records.map((record) => (isAsset(record) ? { ...record, allOf } : record)),
  }
}

function detailOf(category: Category) {
  const { $schema, ...detail } = describe(CATEGORY_DETAIL_SCHEMAS[category])
  return {
    if: { properties: { category: { enum: [category, CATEGORY_CODES[category]] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { category_detail: { anyOf: [detail, { type: 'null' }] } } },
  }
}

// The value in them has the description.
const WRAPPERS = new Set<string>(['optional', 'nullable'])

function describe(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const accepted = messageOf(zodSchema)
      if (accepted && !WRAPPERS.has(zodSchema._zod.def.type)) jsonSchema.description ??= accepted
      // A decimal is a text, and a whole number is accepted too.
      if (jsonSchema.anyOf && jsonSchema.pattern) {
        const { pattern } = jsonSchema
        for (const moved of ['type', 'pattern', 'maxLength'] as const) delete jsonSchema[moved]
        jsonSchema.anyOf = [
          { type: 'string', pattern },
          { type: 'integer', minimum: 0 },
        ]
      }
    },
  })
}

// The message of a validator names the accepted values. No record has a symbol.
function messageOf(schema: z.core.$ZodType): string | undefined {
  const message = z.safeParse(schema, Symbol()).error?.issues[0]?.message
  return message?.startsWith('Invalid input') ? undefined : message
}

function isAsset({ properties }: z.core.JSONSchema._JSONSchema & object): boolean {
  const type = properties?.type
  return typeof type === 'object' && type.const === 'asset'
}
