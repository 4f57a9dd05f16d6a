import {
  BREAK,
  type DocumentNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  visit,
} from 'graphql'
import { BLOCKS } from '../modules/assets/asset.blocks.ts'
import type { Context } from '../schema/context.ts'
import { completeBlock } from './block-members.ts'

/**
 * Makes each block of an asset a leaf: its resolver returns the members that the operation selects. The executor takes
 * about a microsecond for a field, and most fields of a page are members of blocks. The scope of a block decides as
 * before, because its resolver is the same.
 */
export function withBlockLeaves(schema: GraphQLSchema): GraphQLSchema {
  const leaf = schema.getType('Block')
  if (!isScalarType(leaf)) throw new Error('The schema has no type for blocks.')
  for (const field of blocksOf(schema)) {
    const { name, type, resolve } = field
    if (!resolve) throw new Error(`The block ${name} has no resolver.`)
    field.type = leaf
    field.resolve = (asset, args, context: Context, info) => {
      const block = resolve(asset, args, context, info)
      return block === null ? null : completeBlock(type, block, { context, info })
    }
  }
  return schema
}

/**
 * Returns the function that tells whether a document can run where blocks are leaves. It cannot with arguments below a
 * block, since such a field may read more and may have an error of its own, and not with introspection, since that shows
 * the schema on which it runs.
 */
export function createLeafRule(schema: GraphQLSchema): (document: DocumentNode) => boolean {
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

function blocksOf(schema: GraphQLSchema): GraphQLField<unknown, Context>[] {
  return ['Asset', 'AssetPreview'].flatMap((name) => {
    const type = schema.getType(name)
    const fields = isObjectType(type) ? type.getFields() : {}
    return Object.values(BLOCKS).flatMap(({ field }) => (field && fields[field]) || [])
  })
}

// The types of blocks are a tree.
function fieldsBelow(type: GraphQLOutputType): GraphQLField<unknown, unknown>[] {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => [field, ...fieldsBelow(field.type)])
}
