import { z } from 'zod'
import { CATEGORIES, type Category } from '../../values/categories.ts'
import type { JsonSchema } from '../../values/json.ts'
import { isObject } from '../../values/json.ts'
import { CATEGORY_DETAIL_MEMBERS } from './category-detail.ts'

/** The JSON Schema of the detail of each category, without its `type`. */
export function describeCategoryDetail(): Readonly<Record<Category, JsonSchema>> {
  const byCategory = CATEGORIES.map((category) => {
    const shape = z.object(CATEGORY_DETAIL_MEMBERS[category])
    const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
    return [category, asSent(schema)] as const
  })
  return Object.fromEntries(byCategory) as Record<Category, JsonSchema>
}

// This changes the schema of the input to that of the output. In the output, null members are absent and decimals are
// texts, and new members may be added.
function asSent(given: unknown): JsonSchema {
  const { $schema, anyOf, required, ...schema }: Record<string, unknown> = isObject(given)
    ? given
    : {}
  if (Array.isArray(anyOf) && schema.type === undefined) return { ...asSent(anyOf[0]), ...schema }
  if (schema.additionalProperties === false) delete schema.additionalProperties
  const { properties, items } = schema
  return {
    ...schema,
    ...(isObject(properties) && { properties: mapValues(properties, asSent) }),
    ...(items !== undefined && { items: asSent(items) }),
  }
}

function mapValues(object: Record<string, unknown>, change: (value: unknown) => JsonSchema) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}
