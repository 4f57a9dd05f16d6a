import {
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  TypeNameMetaFieldDef,
} from 'graphql'
import type { Context } from '../../schema/context.ts'
import { fieldsBelow, type MergedField } from '../../schema/selection.ts'

interface Run {
  readonly context: Context
  readonly info: GraphQLResolveInfo
}

type Complete = (value: unknown, run: Run) => unknown

// The executor uses one list of nodes for all assets of a page.
const completions = new WeakMap<readonly FieldNode[], Complete>()

/**
 * The selected members of a block, in the form that the executor would give them. A block is data that is already read:
 * its fields wait for nothing and have no arguments. An error is an error of the whole block.
 */
export function completeBlock(type: GraphQLOutputType, block: unknown, run: Run): unknown {
  const { fieldNodes } = run.info
  const complete = completions.get(fieldNodes) ?? completionOf(type, fieldNodes, run)
  completions.set(fieldNodes, complete)
  return complete(block, run)
}

function completionOf(type: GraphQLOutputType, nodes: readonly FieldNode[], run: Run): Complete {
  if (isNonNullType(type)) return completionOf(type.ofType, nodes, run)
  if (isListType(type)) {
    const item = completionOf(type.ofType, nodes, run)
    return (list, each) => (Array.isArray(list) ? list.map((value) => item(value, each)) : null)
  }
  if (isLeafType(type)) return (value) => (value == null ? null : type.serialize(value))
  if (isObjectType(type)) return objectOf(type, nodes, run)
  if (isInterfaceType(type)) return interfaceOf(type, nodes)
  throw new Error(`A block has a value of type ${type}.`)
}

function interfaceOf(type: GraphQLInterfaceType, nodes: readonly FieldNode[]): Complete {
  const ofTypes = new Map<string, Complete>()
  return (value, run) => {
    const { context, info } = run
    const name = String(type.resolveType?.(value, context, info, type))
    const concrete = info.schema.getType(name)
    if (!isObjectType(concrete)) throw new Error(`${type} has the unknown type ${name}.`)
    const complete = ofTypes.get(name) ?? objectOf(concrete, nodes, run)
    ofTypes.set(name, complete)
    return complete(value, run)
  }
}

function objectOf(type: GraphQLObjectType, nodes: readonly FieldNode[], run: Run): Complete {
  const members = fieldsBelow(nodes, type, run.info).map((merged) => memberOf(type, merged, run))
  // JSON is written faster from an object with a prototype. An alias can be the name of the prototype.
  const hasPrototype = members.every(([key]) => key !== '__proto__')
  return (source, each) => {
    if (source == null) return null
    const result: Record<string, unknown> = hasPrototype ? {} : Object.create(null)
    for (const [key, complete] of members) result[key] = complete(source, each)
    return result
  }
}

function memberOf(type: GraphQLObjectType, nodes: MergedField, run: Run): [string, Complete] {
  const [{ name, alias }] = nodes
  const key = (alias ?? name).value
  if (name.value === TypeNameMetaFieldDef.name) return [key, () => type.name]
  const field = type.getFields()[name.value]
  if (!field) throw new Error(`${type} has no field ${name.value}.`)
  const { resolve } = field
  const complete = completionOf(field.type, nodes, run)
  if (!resolve)
    return [key, (source, each) => complete(Reflect.get(Object(source), name.value), each)]
  return [key, (source, each) => complete(resolve(source, {}, each.context, each.info), each)]
}
