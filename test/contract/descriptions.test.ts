import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

interface Described {
  readonly name: string
  readonly description?: string | null | undefined
}

function membersOf(type: GraphQLNamedType): [string, Described][] {
  const under = (parent: string, members: readonly Described[]) =>
    members.map((member): [string, Described] => [`${parent}.${member.name}`, member])
  const own: [string, Described] = [type.name, type]
  if (isEnumType(type)) return [own, ...under(type.name, type.getValues())]
  if (isInputObjectType(type)) return [own, ...under(type.name, Object.values(type.getFields()))]
  if (!isObjectType(type)) return [own]
  const fields = Object.values(type.getFields())
  const args = fields.flatMap((field) => under(`${type.name}.${field.name}`, field.args))
  return [own, ...under(type.name, fields), ...args]
}

const MEMBERS = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .flatMap(membersOf)

test('every type, field, argument, enum value and input field has a description that ends as a sentence', () => {
  expect(MEMBERS.length).toBeGreaterThan(500)
  const unfinished = MEMBERS.filter(([, { description }]) => !description?.endsWith('.'))
  expect(unfinished.map(([place]) => place)).toEqual([])
})

test('a field that needs a scope names it', () => {
  const silent = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field: { extensions, description } }) => {
      return typeof extensions.scope === 'string' && !description?.includes(extensions.scope)
    })
  expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
})
