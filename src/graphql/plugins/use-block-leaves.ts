import type { GraphQLSchema } from 'graphql'
import { createLeafRule } from '../block-leaves.ts'
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
