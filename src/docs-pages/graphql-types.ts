import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { z } from 'zod'

const ServedToKeys = z.object({ roots: z.array(z.string()), withheld: z.array(z.string()) })

/** The fields that serve a key, of each type that they lead to, in the order of names. */
export interface PartnerTypes {
  /** The root types, with the fields that serve a key. */
  readonly roots: readonly PartnerType[]
  readonly types: readonly PartnerType[]
}

/** A type, and the part of it that is for keys. */
export interface PartnerType {
  readonly type: GraphQLNamedType
  readonly parts: readonly TypePart[]
}

/** Reads the part of the GraphQL schema that is for keys, with `served-to-keys.json`. */
export function readPartnerTypes(text: string, served: string): PartnerTypes {
  const schema = buildSchema(text)
  const { roots, withheld } = ServedToKeys.parse(JSON.parse(served))
  const found: Found = new Map()
  const rootTypes = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => {
    const fields = Object.values(type?.getFields() ?? {})
    const parts = fields.filter(({ name }) => roots.includes(`${type?.name}.${name}`))
    for (const field of parts) addField(field, found, withheld)
    return type && parts.length > 0 ? [{ type, parts }] : []
  })
  const types = [...found.values()].sort((a, b) => (a.type.name < b.type.name ? -1 : 1))
  return { roots: rootTypes, types }
}

type Found = Map<string, PartnerType>

function addField(
  { type, args }: GraphQLField<unknown, unknown>,
  found: Found,
  withheld: readonly string[],
): void {
  for (const each of [type, ...args.map((argument) => argument.type)])
    addType(getNamedType(each), found, withheld)
}

function addType(type: GraphQLNamedType, found: Found, withheld: readonly string[]): void {
  if (found.has(type.name) || isSpecifiedScalarType(type)) return
  if (isObjectType(type) || isInterfaceType(type)) {
    const fields = Object.values(type.getFields())
    const parts = fields.filter(({ name }) => !withheld.includes(`${type.name}.${name}`))
    found.set(type.name, { type, parts })
    for (const field of parts) addField(field, found, withheld)
    return
  }
  found.set(type.name, { type, parts: partsOf(type) })
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields()))
      addType(getNamedType(field.type), found, withheld)
}

// The input fields or values of a type.
function partsOf(type: GraphQLNamedType): readonly TypePart[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ name, description }))
  return isInputObjectType(type) ? Object.values(type.getFields()) : []
}

/** A field, an input field or a value of a type. A value has no type. */
export interface TypePart {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly GraphQLArgument[]
}
