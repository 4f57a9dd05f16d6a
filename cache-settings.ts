import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'

const PAGING = ['first', 'after']
const OF_A_PAGE = /^__|^PageInfo$|(?:Connection|Edge)$/

/** What the settings of caches for GraphQL need to know of the schema: the packages for partners ship it. */
export function cacheSettings(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const connections = types.map((type) => [type.name, connectionsOf(type)] as const)
  const listed = connections.filter(([, fields]) => Object.keys(fields).length > 0)
  const roots = [schema.getQueryType(), schema.getMutationType()]
  const values = types
    .filter((type) => !roots.includes(type) && !OF_A_PAGE.test(type.name))
    .filter((type) => !('id' in type.getFields()))
  return `/** The connections of the schema by type and field, with the arguments that choose or order their entries. */
export const CONNECTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = ${json(Object.fromEntries(listed))}

/** The types without an id: a cache stores them inside the object that has them. */
export const VALUES: readonly string[] = ${json(values.map(({ name }) => name))}
`
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

function connectionsOf(type: GraphQLObjectType): Record<string, readonly string[]> {
  const fields = Object.values(type.getFields()).filter((field) => {
    const names = field.args.map(({ name }) => name)
    return PAGING.every((name) => names.includes(name)) && /Connection!?$/.test(String(field.type))
  })
  return Object.fromEntries(
    fields.map(({ name, args }) => [
      name,
      args.map((arg) => arg.name).filter((arg) => !PAGING.includes(arg)),
    ]),
  )
}
