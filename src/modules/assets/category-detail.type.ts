import type { FieldRef, ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { type Check, isBoolean, isNumber, isText } from '../../access/rows.ts'
import { StoredDataError } from '../../access/stored-data.ts'
import { builder, type Fields, type Types } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import {
  CATEGORIES,
  CATEGORY_DESCRIPTIONS,
  type Category,
  isCategory,
} from '../../values/categories.ts'
import { isObject, type JsonSchema } from '../../values/json.ts'
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
  const { $schema, anyOf, required, ...schema }: Record<string, unknown> = toSchema(given)
  if (Array.isArray(anyOf) && schema.type === undefined) return { ...asSent(anyOf[0]), ...schema }
  if (schema.additionalProperties === false) delete schema.additionalProperties
  const { properties, items } = schema
  const members = Object.entries(toSchema(properties)).map(([name, of]) => [name, asSent(of)])
  return {
    ...schema,
    ...(isObject(properties) && { properties: Object.fromEntries(members) }),
    ...(items !== undefined && { items: asSent(items) }),
  }
}

/** The members of a detail or of an object in it, as they are stored. A detail has its category as `type`. */
type Members = Readonly<Record<string, unknown>>

const AttributeType = builder.objectRef<readonly [string, unknown]>('Attribute').implement({
  description: 'A text that the source states, with its name.',
  fields: (t) => ({
    name: t.string({ description: 'The name.', resolve: ([name]) => name }),
    value: t.string({ description: 'The text.', resolve: ([, value]) => String(value) }),
  }),
})

export const CategoryDetailType = builder.interfaceRef<Members>('CategoryDetail').implement({
  description: 'The detail of one category of asset. Each category has its own type.',
  fields: (t) => ({
    category: t.field({
      description: 'The category of the asset.',
      type: CategoryType,
      resolve: ({ type }) => requireCategory(type),
    }),
    members: t.field({
      description:
        'All members that are known, by their names over REST, with the category as `type`.',
      type: 'CategoryMembers',
      resolve: (members) => members,
    }),
  }),
  resolveType: ({ type }) => typeNameOf(requireCategory(type)),
})

const MEMBERS = describeCategoryDetail()
for (const category of CATEGORIES)
  builder.objectRef<Members>(typeNameOf(category)).implement({
    description: CATEGORY_DESCRIPTIONS[category],
    interfaces: [CategoryDetailType],
    fields: (t) => fieldsOf(t, MEMBERS[category]),
  })

function requireCategory(type: unknown) {
  if (isCategory(type)) return type
  throw new StoredDataError('category_detail', 'its type is not a category')
}

function typeNameOf(category: string): string {
  return `${pascalCase(category)}Detail`
}

function fieldsOf(t: Fields<Members>, { properties }: JsonSchema): Record<string, FieldRef<Types>> {
  const fields = Object.entries(toSchema(properties)).map(([name, member]) => [
    camelCase(name),
    fieldOf(t, name, toSchema(member)),
  ])
  return Object.fromEntries(fields)
}

// A member that is not known is absent, so each field can be null.
function fieldOf(t: Fields<Members>, name: string, member: JsonSchema): FieldRef<Types> {
  const options = { description: String(member.description), nullable: true } as const
  const resolveText = (of: Members) => checked(of[name], isText)
  const resolveNumber = (of: Members) => checked(of[name], isNumber)
  const resolveObject = (of: Members) => checked(of[name], isObject)
  switch (kindOf(member)) {
    case 'text':
      return t.string({ ...options, resolve: resolveText })
    case 'decimal':
      return t.field({ ...options, type: 'Decimal', resolve: resolveText })
    case 'year':
      return t.int({ ...options, resolve: resolveNumber })
    case 'count':
      return t.float({ ...options, resolve: resolveNumber })
    case 'boolean':
      return t.boolean({ ...options, resolve: (of) => checked(of[name], isBoolean) })
    case 'texts':
      return t.stringList({ ...options, resolve: (of) => listOf(of[name])?.map(String) })
    case 'attributes':
      return t.field({
        ...options,
        type: [AttributeType],
        resolve: ({ [name]: of }) => (isObject(of) ? Object.entries(of) : null),
      })
    case 'object':
      return t.field({ ...options, type: objectOf(name, member), resolve: resolveObject })
    case 'objects':
      return t.field({
        ...options,
        type: [objectOf(name.replace(/s$/, ''), toSchema(member.items))],
        resolve: (of) => listOf(of[name])?.filter(isObject),
      })
  }
}

function objectOf(name: string, member: JsonSchema): ObjectRef<Types, Members> {
  return builder.objectRef<Members>(`Asset${pascalCase(name)}`).implement({
    description: String(member.description ?? 'A stone that is set in a piece of jewelry.'),
    fields: (t) => fieldsOf(t, member),
  })
}

function kindOf({ type, format, pattern, additionalProperties, items }: JsonSchema) {
  if (type === 'string') return pattern === undefined ? 'text' : 'decimal'
  if (type === 'integer') return format === 'int32' ? 'year' : 'count'
  if (type === 'boolean') return 'boolean'
  if (type === 'array') return toSchema(items).type === 'object' ? 'objects' : 'texts'
  return additionalProperties === undefined ? 'object' : 'attributes'
}

function toSchema(value: unknown): JsonSchema {
  return isObject(value) ? value : {}
}

function checked<Value>(value: unknown, isValue: Check<Value>): Value | null {
  return isValue(value) ? value : null
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

function pascalCase(name: string): string {
  return camelCase(`_${name}`)
}
