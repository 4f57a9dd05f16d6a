import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
} from 'graphql'
import { SCOPES_OF_KEYS } from '../schema/auth-scopes.ts'

/** A type, and the part of it that is for keys. */
interface PartnerType {
  readonly type: GraphQLNamedType
  readonly parts: readonly TypePart[]
}

/** A field, an input field or a value of a type. A value has no type. */
export interface TypePart {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly GraphQLArgument[]
}

/** The root types, and the types that the fields lead to that serve a key, in the order of names. */
export function partnerTypes(schema: GraphQLSchema): Record<'roots' | 'types', PartnerType[]> {
  const sorted = lexicographicSortSchema(schema)
  const found = new Map<GraphQLNamedType, PartnerType>()
  const add = (type: GraphQLNamedType): void => {
    if (found.has(type) || isSpecifiedScalarType(type)) return
    const parts = partsOf(type)
    found.set(type, { type, parts })
    for (const part of parts)
      for (const each of [part, ...(part.args ?? [])]) if (each.type) add(getNamedType(each.type))
  }
  const rootTypes = [sorted.getQueryType(), sorted.getMutationType()].filter((type) => !!type)
  rootTypes.forEach(add)
  const isRoot = ({ type }: PartnerType) => rootTypes.some((root) => root === type)
  const all = [...found.values()]
  const types = all.filter((each) => !isRoot(each))
  return {
    roots: all.filter(isRoot),
    types: types.sort((a, b) => (a.type.name < b.type.name ? -1 : 1)),
  }
}

function partsOf(type: GraphQLNamedType): readonly TypePart[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ name, description }))
  if (isObjectType(type))
    return Object.values(type.getFields()).filter((field) => servesKeys(type, field))
  return isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
}

function servesKeys(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  const isOwnRule = optionOf(field, 'skipTypeScopes') === true
  const ofType = isOwnRule || hasKeyScope(optionOf(type, 'authScopes'))
  return ofType && hasKeyScope(optionOf(field, 'authScopes'))
}

// A function asks for a scope of the grant, which a key can have.
function hasKeyScope(authScopes: unknown): boolean {
  if (typeof authScopes !== 'object' || authScopes === null) return true
  return SCOPES_OF_KEYS.some((name) => name in authScopes)
}

// The options with which a field or a type was given to the builder.
function optionOf(
  { extensions }: GraphQLObjectType | GraphQLField<unknown, unknown>,
  name: string,
) {
  const { pothosOptions: options } = extensions
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined
}
