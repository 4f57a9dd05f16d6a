import {
  BREAK,
  type DocumentNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  visit,
} from 'graphql'
import { blocksOf } from '../block-leaves.ts'
import type { ServerPlugin } from '../yoga.ts'

/** Runs a document on `withLeaves`, in which each block of an asset is a leaf, where the result is the same. */
export function useBlockLeaves(schema: GraphQLSchema, withLeaves: GraphQLSchema): ServerPlugin {
  const canRun = createLeafRule(schema)
  return {
    onExecute({ args }) {
      if (canRun(args.document)) args.schema = withLeaves
    },
  }
}

// A document with arguments below a block cannot: such a field may read more, and may have an error of its own. One with
// introspection cannot either: it shows the schema on which it runs.
function createLeafRule(schema: GraphQLSchema): (document: DocumentNode) => boolean {
  const below = blocksOf(schema).flatMap(({ type }) => fieldsBelow(type))
  const withArguments = new Set(below.filter(({ args }) => args.length > 0).map(({ name }) => name))
  const known = new WeakMap<DocumentNode, boolean>()
  return (document) => {
    const canRun =
      known.get(document) ??
      !hasField(document, (name, isGiven) =>
        isGiven ? name === '__type' || withArguments.has(name) : name === '__schema',
      )
    known.set(document, canRun)
    return canRun
  }
}

function hasField(
  document: DocumentNode,
  matches: (name: string, hasArguments: boolean) => boolean,
): boolean {
  let has = false
  visit(document, {
    Field({ name, arguments: given = [] }) {
      has = matches(name.value, given.length > 0)
      return has ? BREAK : undefined
    },
  })
  return has
}

// The types of blocks are a tree.
function fieldsBelow(type: GraphQLOutputType): GraphQLField<unknown, unknown>[] {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => [field, ...fieldsBelow(field.type)])
}
