import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type MergedField, mergeFields, type Selections } from '../schema/merged-fields.ts'

// Descriptions are most of an introspection: each 100 characters of a text count as a field.
const TEXT_LENGTH = 100

/** An operation that introspects a schema. */
export interface Introspected {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly selections: Selections
}

/** Elements of the schema (types, fields, arguments, enum values), and how often each is in the result. */
type Elements = ReadonlyMap<unknown, number>

/** Adds a number of fields to a cost. Throws when the cost becomes too high. The error ends the count. */
type AddFields = (count: number) => void

/**
 * Counts the fields that an introspection field of the query type will have in the result. The number is exact: it uses
 * the types, fields, arguments and enum values of the schema. Each element is counted once for each selection, however
 * often it is in the result, so counting takes no longer than the fields that it adds.
 */
export function countIntrospection(
  introspected: Introspected,
  nodes: MergedField,
  field: GraphQLField<unknown, unknown>,
  parent: GraphQLObjectType,
  addFields: AddFields,
): void {
  countField(new Map([[undefined, 1]]), nodes, field, parent)

  function countField(
    elements: Elements,
    nodes: MergedField,
    field: GraphQLField<unknown, unknown>,
    parent: GraphQLObjectType,
  ): void {
    const [node] = nodes
    const type = getNamedType(field.type)
    const args = getArgumentValues(field, node, introspected.selections.variables)
    const info = infoOf(introspected, nodes, field, parent)
    const resolve = (element: unknown) => field.resolve?.(element, args, undefined, info)
    const below = new Map<unknown, number>()
    for (const [element, times] of elements) {
      addFields(times)
      if (isObjectType(type)) addElements(below, resolve(element), times)
      else if (type === GraphQLString) addFields(times * weightOf(resolve(element)))
    }
    if (below.size === 0 || !isObjectType(type)) return
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    for (const child of mergeFields(sets, introspected.selections)) {
      const found = fieldOf(type, child[0])
      if (found) countField(below, child, found, type)
    }
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

function weightOf(value: unknown): number {
  return typeof value === 'string' ? Math.floor(value.length / TEXT_LENGTH) : 0
}

function infoOf(
  { schema, operation, selections }: Introspected,
  fieldNodes: MergedField,
  field: GraphQLField<unknown, unknown>,
  parentType: GraphQLObjectType,
): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key: field.name, typename: parentType.name },
    schema,
    fragments: Object.fromEntries(selections.fragments),
    rootValue: undefined,
    operation,
    variableValues: { ...selections.variables },
  }
}
