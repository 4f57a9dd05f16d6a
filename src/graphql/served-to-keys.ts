import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql'
import { SCOPES_OF_KEYS } from '../schema/auth-scopes.ts'

/** Which fields of the schema serve API keys, for the pages of the documentation. */
interface ServedToKeys {
  /** The root fields that serve them, as `Query.viewer`. */
  readonly roots: readonly string[]
  /** The fields of other types that do not serve them. */
  readonly withheld: readonly string[]
}

/** Sorts the fields by the auth scopes that they and their types have. */
export function servedToKeys(schema: GraphQLSchema): ServedToKeys {
  const roots: string[] = []
  const withheld: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType()
    for (const field of Object.values(type.getFields())) {
      if (servesKeys(type, field) !== isRoot) continue
      const list = isRoot ? roots : withheld
      list.push(`${type.name}.${field.name}`)
    }
  }
  return { roots: roots.sort(), withheld: withheld.sort() }
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
