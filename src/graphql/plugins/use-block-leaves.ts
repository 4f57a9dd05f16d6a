import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql'
import { BLOCKS } from '../../modules/assets/asset.blocks.ts'
import type { Context } from '../../schema/builder.ts'
import { fieldsBelow, type MergedField } from '../../schema/selection.ts'
import type { ServerPlugin } from '../yoga.ts'

/** Runs a document on `withLeaves`, in which each block of an asset is a leaf, where the result is the same. */
export function useBlockLeaves(schema: GraphQLSchema, withLeaves: GraphQLSchema): ServerPlugin {
  const below = blocksOf(schema).flatMap(({ type }) => fieldsOf(type))
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
// introspection cannot either: it shows the schema on which it runs. Nor can one whose alias would set a prototype.
function canRunOn(document: DocumentNode, withArguments: ReadonlySet<string>): boolean {
  let canRun = true
  visit(document, {
    Field({ name: { value }, alias, arguments: given = [] }) {
      const isOther = value === '__schema' || value === '__type' || alias?.value === '__proto__'
      canRun = !isOther && (given.length === 0 || !withArguments.has(value))
      return canRun ? undefined : BREAK
    },
  })
  return canRun
}

// The types of blocks are a tree.
function fieldsOf(type: GraphQLOutputType): GraphQLField<unknown, unknown>[] {
  const named = getNamedType(type)
  if (!isObjectType(named) && !isInterfaceType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => [field, ...fieldsOf(field.type)])
}

/**
 * Makes each block of an asset a leaf: its resolver returns the members that the operation selects, and decides about
 * the scope as before. The executor takes about a microsecond for a field, and most fields of a page are in blocks.
 */
export function withBlockLeaves(schema: GraphQLSchema): GraphQLSchema {
  const leaf = schema.getType('Block')
  if (!isScalarType(leaf)) throw new Error('The schema has no type for blocks.')
  // The executor uses one list of nodes for all assets of a page.
  const completions = new WeakMap<readonly FieldNode[], Complete>()
  for (const field of blocksOf(schema)) {
    const { name, type, resolve } = field
    if (!resolve) throw new Error(`The block ${name} has no resolver.`)
    field.type = leaf
    field.resolve = (asset, args, context: Context, info) => {
      const block = resolve(asset, args, context, info)
      if (block === null) return null
      const { fieldNodes } = info
      const complete = completions.get(fieldNodes) ?? completionOf(type, fieldNodes, info)
      completions.set(fieldNodes, complete)
      return complete(block, context, info)
    }
  }
  return schema
}

// The fields of the schema that are blocks of an asset.
function blocksOf(schema: GraphQLSchema): GraphQLField<unknown, Context>[] {
  return ['Asset', 'AssetPreview'].flatMap((name) => {
    const type = schema.getType(name)
    const fields = isObjectType(type) ? type.getFields() : {}
    return Object.values(BLOCKS).flatMap(({ field }) => (field && fields[field]) || [])
  })
}

// The value with its selected members, in the form that the executor would give them. A block is data that is already
// read: its fields wait for nothing and have no arguments. An error is an error of the whole block.
type Complete = (value: unknown, context: Context, info: GraphQLResolveInfo) => unknown

type Nodes = readonly FieldNode[]

function completionOf(type: GraphQLOutputType, nodes: Nodes, info: GraphQLResolveInfo): Complete {
  if (isNonNullType(type)) return completionOf(type.ofType, nodes, info)
  if (isListType(type)) {
    const item = completionOf(type.ofType, nodes, info)
    return (list, context, run) =>
      Array.isArray(list) ? list.map((value) => item(value, context, run)) : null
  }
  if (isLeafType(type)) return (value) => (value == null ? null : type.serialize(value))
  if (isObjectType(type)) return objectOf(type, nodes, info)
  if (isInterfaceType(type)) return interfaceOf(type, nodes)
  throw new Error(`A block has a value of type ${type}.`)
}

function interfaceOf(type: GraphQLInterfaceType, nodes: Nodes): Complete {
  const ofTypes = new Map<string, Complete>()
  return (value, context, info) => {
    const name = String(type.resolveType?.(value, context, info, type))
    const concrete = info.schema.getType(name)
    if (!isObjectType(concrete)) throw new Error(`${type} has the unknown type ${name}.`)
    const complete = ofTypes.get(name) ?? objectOf(concrete, nodes, info)
    ofTypes.set(name, complete)
    return complete(value, context, info)
  }
}

function objectOf(type: GraphQLObjectType, nodes: Nodes, info: GraphQLResolveInfo): Complete {
  const members = fieldsBelow(nodes, type, info).map((merged) => memberOf(type, merged, info))
  return (source, context, run) => {
    if (source == null) return null
    const result: Record<string, unknown> = {}
    for (const [key, complete] of members) result[key] = complete(source, context, run)
    return result
  }
}

function memberOf(
  type: GraphQLObjectType,
  nodes: MergedField,
  info: GraphQLResolveInfo,
): [string, Complete] {
  const [{ name, alias }] = nodes
  const key = (alias ?? name).value
  if (name.value === TypeNameMetaFieldDef.name) return [key, () => type.name]
  const field = type.getFields()[name.value]
  if (!field) throw new Error(`${type} has no field ${name.value}.`)
  const { resolve = (source: unknown) => Reflect.get(Object(source), name.value) } = field
  const complete = completionOf(field.type, nodes, info)
  return [key, (source, context, run) => complete(resolve(source, {}, context, run), context, run)]
}
