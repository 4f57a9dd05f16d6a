import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
  getArgumentValues,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { fieldsBelow, type MergedField, type Selections } from '../../schema/selection.ts'

// Descriptions are most of an introspection: each 100 characters of a text count as a field.
const TEXT_LENGTH = 100

interface Introspected extends Selections {
  readonly operation: OperationDefinitionNode
  /** Adds a number of fields to the cost. Throws when the cost becomes too high. The error ends the count. */
  readonly addFields: (count: number) => void
}

/**
 * Counts the fields that an introspection field of the query type will have in the result. The number is exact: it uses
 * the types, fields, arguments and enum values of the schema. Each is counted once for each selection, however often it
 * is in the result, so counting takes no longer than the fields that it adds. `elements`: how often each parent of the
 * field is in the result.
 */
export function countIntrospection(
  introspected: Introspected,
  nodes: MergedField,
  field: GraphQLField<unknown, unknown>,
  parent: GraphQLObjectType,
  elements: ReadonlyMap<unknown, number> = new Map([[undefined, 1]]),
): void {
  const { addFields, variableValues } = introspected
  const type = getNamedType(field.type)
  const args = getArgumentValues(field, nodes[0], variableValues)
  const info = infoOf(introspected, nodes, field, parent)
  const isObject = isObjectType(type)
  const below = new Map<unknown, number>()
  for (const [element, times] of elements) {
    addFields(times)
    if (!isObject && type !== GraphQLString) continue
    const found = field.resolve?.(element, args, undefined, info)
    if (typeof found === 'string') addFields(times * Math.floor(found.length / TEXT_LENGTH))
    else addElements(below, found, times)
  }
  if (below.size === 0 || !isObject) return
  for (const child of fieldsBelow(nodes, type, introspected)) {
    const childField = fieldOf(type, child[0])
    if (childField) countIntrospection(introspected, child, childField, type, below)
  }
}

function fieldOf(type: GraphQLObjectType, { name }: FieldNode) {
  return name.value === TypeNameMetaFieldDef.name
    ? TypeNameMetaFieldDef
    : type.getFields()[name.value]
}

function addElements(elements: Map<unknown, number>, found: unknown, times: number): void {
  if (Array.isArray(found)) for (const each of found) addElements(elements, each, times)
  else if (found) elements.set(found, (elements.get(found) ?? 0) + times)
}

function infoOf(
  introspected: Introspected,
  fieldNodes: MergedField,
  { name, type }: GraphQLField<unknown, unknown>,
  parentType: GraphQLObjectType,
): GraphQLResolveInfo {
  const path = { prev: undefined, key: name, typename: parentType.name }
  const place = { fieldName: name, fieldNodes, returnType: type, parentType, path }
  return { ...introspected, ...place, rootValue: undefined }
}
