import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql'
import { type Arguments, objectType, selectAll } from './full-selection.ts'

// The data of a type with a root of its own is left out below the other roots, so that no document is too long.
const ROOT_TYPES = ['Query', 'Firm', 'ApiKey', 'PartnerGrant', 'AuditEvent']

/** Every field below a root field of this type, in pages of two, but for what has a root of its own. */
export function selectBelowRoot(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  args: Arguments = {},
): string {
  return selectAll(type, { 'PartnerGrant.receipt': '(name: "1")', ...args }, above(schema, type))
}

function above(schema: GraphQLSchema, type: GraphQLOutputType): GraphQLObjectType[] {
  const own = new Set([String(getNamedType(type)), nodeOf(type)])
  return ROOT_TYPES.filter((name) => !own.has(name)).map((name) => objectType(schema, name))
}

function nodeOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  const nodes = isObjectType(named) ? named.getFields().nodes?.type : undefined
  return nodes ? String(getNamedType(nodes)) : ''
}
