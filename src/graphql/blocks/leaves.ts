import { type GraphQLField, type GraphQLSchema, isObjectType, isScalarType } from 'graphql'
import { BLOCKS } from '../../modules/assets/asset.blocks.ts'
import type { Context } from '../../schema/context.ts'
import { completeBlock } from './members.ts'

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

/** The fields of the schema that are blocks of an asset. */
export function blocksOf(schema: GraphQLSchema): GraphQLField<unknown, Context>[] {
  return ['Asset', 'AssetPreview'].flatMap((name) => {
    const type = schema.getType(name)
    const fields = isObjectType(type) ? type.getFields() : {}
    return Object.values(BLOCKS).flatMap(({ field }) => (field && fields[field]) || [])
  })
}
