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
import { blocksOf } from '../blocks/leaves.ts'
import type { ServerPlugin } from '../yoga.ts'

/** Runs a document on `withLeaves`, in which each block of an asset is a leaf, where the result is the same. */
export function useBlockLeaves(schema: GraphQLSchema, withLeaves: GraphQLSchema): ServerPlugin {
  const below = blocksOf(schema).flatMap(({ type }) => fieldsBelow(type))
  const withArguments = new Set(below.filter(({ args }) => args.length > 0).map(({ name }) => name))
  const known = new WeakMap<DocumentNode, boolean>()
  return {
    onExecute({ args: run }) {
      const { document } = run
      const canRun = known.get(document) ?? canRunOn(document, withArguments)
      known.set(document, canRun)
      if (canRun) run.schema = withLeaves
    },
  }
}

// A document with arguments below a block cannot: such a field may read more, and may have an error of its own. One with
// introspection cannot either: it shows the schema on which it runs.
function canRunOn(document: DocumentNode, withArguments: ReadonlySet<string>): boolean {
  let canRun = true
  visit(document, {
    Field({ name: { value }, arguments: given = [] }) {
      const isOther = value === '__schema' || value === '__type'
      canRun = !isOther && (given.length === 0 || !withArguments.has(value))
      return canRun ? undefined : BREAK
    },
  })
  return canRun
}

// The types of blocks are a tree.
function fieldsBelow(type: GraphQLOutputType): GraphQLField<unknown, unknown>[] {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => [field, ...fieldsBelow(field.type)])
}
