import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql'

function elementOf(type: GraphQLObjectType): GraphQLObjectType {
  const node = type.getFields().nodes ?? type.getFields().node
  const below = node && getNamedType(node.type)
  return isObjectType(below) ? below : type
}

function objectBelow(field: GraphQLField<unknown, unknown>): GraphQLObjectType | null {
  const type = getNamedType(field.type)
  return isObjectType(type) ? elementOf(type) : null
}

/**
 * Walks the schema from its queries, and stops at the types that show a person. Gives the fields that lead to these, and
 * the texts of all other types.
 */
export function walkToPersons(schema: GraphQLSchema, persons: ReadonlySet<string>) {
  const entries = new Set<string>()
  const texts = new Set<string>()
  const seen = new Set<string>()
  const visit = (type: GraphQLObjectType) => {
    if (seen.has(type.name)) return
    seen.add(type.name)
    for (const field of Object.values(type.getFields())) {
      const below = objectBelow(field)
      const name = `${type.name}.${field.name}`
      if (below === null && isText(field)) texts.add(name)
      else if (below && persons.has(below.name)) entries.add(name)
      else if (below) visit(below)
    }
  }
  const root = schema.getQueryType()
  if (root) visit(root)
  return { entries: [...entries].sort(), texts: [...texts].sort() }
}

function isText(field: GraphQLField<unknown, unknown>): boolean {
  const { name } = getNamedType(field.type)
  const isValue = isScalarType(getNamedType(field.type)) && ['String', 'ID'].includes(name)
  return isValue && field.name !== 'id'
}
