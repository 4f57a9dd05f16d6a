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

// The root fields that serve a key. What they lead to is found from them.
const ROOT_FIELDS = ['portfolio', 'portfolios', 'changes', 'endedGrants', 'connection'] as const

/** The root fields that serve a key, and every type that they lead to, in the order of names. */
export interface PartnerTypes {
  readonly roots: readonly GraphQLField<unknown, unknown>[]
  readonly types: readonly GraphQLNamedType[]
}

/** Reads the part of the GraphQL schema that is for keys. Throws if a root field is gone. */
export function readPartnerTypes(text: string): PartnerTypes {
  const fields = buildSchema(text).getQueryType()?.getFields() ?? {}
  const roots = ROOT_FIELDS.map((name) => {
    const field = fields[name]
    if (!field) throw new Error(`schema.graphql has no Query.${name}`)
    return field
  })
  const found = new Map<string, GraphQLNamedType>()
  for (const root of roots) addField(root, found)
  const types = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { roots, types }
}

type Found = Map<string, GraphQLNamedType>

function addField({ type, args }: GraphQLField<unknown, unknown>, found: Found): void {
  for (const each of [type, ...args.map((argument) => argument.type)])
    addType(getNamedType(each), found)
}

function addType(type: GraphQLNamedType, found: Found): void {
  if (found.has(type.name) || isSpecifiedScalarType(type)) return
  found.set(type.name, type)
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields())) addField(field, found)
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) addType(getNamedType(field.type), found)
}

/** The fields, input fields or values of a type. */
export function partsOf(type: GraphQLNamedType): readonly TypePart[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ name, description }))
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields())
  return isInputObjectType(type) ? Object.values(type.getFields()) : []
}

/** A field, an input field or a value of a type. A value has no type. */
export interface TypePart {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly GraphQLArgument[]
}
