import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

/** A root field with a document that asks for it alone, its required arguments filled in. */
export interface RootField {
  readonly kind: 'query' | 'mutation'
  readonly name: string
  readonly document: string
}

/** Every root field of the schema. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  const fieldsOf = (kind: RootField['kind'], fields: readonly GraphQLField<unknown, unknown>[]) =>
    fields.map((field) => {
      return { kind, name: field.name, document: `${kind} { ${selectionOf(field)} }` }
    })
  return [
    ...fieldsOf('query', Object.values(schema.getQueryType()?.getFields() ?? {})),
    ...fieldsOf('mutation', Object.values(schema.getMutationType()?.getFields() ?? {})),
  ]
}

function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const required = args.filter((arg) => isNonNullType(arg.type))
  const given = required.map((arg) => `${arg.name}: ${literal(arg.type)}`)
  const called = given.length > 0 ? `${name}(${given.join(', ')})` : name
  return isCompositeType(getNamedType(type)) ? `${called} { __typename }` : called
}

function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType)
  if (isListType(type)) return `[${literal(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`
  }
  if (type.name === 'Date') return '"2026-01-01"'
  if (type.name === 'Int' || type.name === 'Int64') return '1'
  return type.name === 'Boolean' ? 'true' : '"00000000"'
}
