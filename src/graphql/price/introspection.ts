import {
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
  fieldNodes: MergedField,
  field: GraphQLField<unknown, unknown>,
  parentType: GraphQLObjectType,
  elements: ReadonlyMap<unknown, number> = new Map([[undefined, 1]]),
): void {
  const { addFields, variableValues } = introspected
  const { name: fieldName, type: returnType } = field
  const path = { prev: undefined, key: fieldName, typename: parentType.name }
  const place = { fieldName, fieldNodes, returnType, parentType, path }
  const info: GraphQLResolveInfo = { ...introspected, ...place, rootValue: undefined }
  const args = getArgumentValues(field, fieldNodes[0], variableValues)
  const below = new Map<unknown, number>()
  const addFound = (found: unknown, times: number) => {
    if (typeof found === 'string') addFields(times * Math.floor(found.length / TEXT_LENGTH))
    else if (Array.isArray(found)) for (const each of found) addFound(each, times)
    else if (found) below.set(found, (below.get(found) ?? 0) + times)
  }
  const type = getNamedType(returnType)
  const isCounted = isObjectType(type) || type === GraphQLString
  for (const [element, times] of elements) {
    addFields(times)
    if (isCounted) addFound(field.resolve?.(element, args, undefined, info), times)
  }
  if (below.size === 0 || !isObjectType(type)) return
  for (const child of fieldsBelow(fieldNodes, type, introspected)) {
    const { value } = child[0].name
    const isTypeName = value === TypeNameMetaFieldDef.name
    const childField = isTypeName ? TypeNameMetaFieldDef : type.getFields()[value]
    if (childField) countIntrospection(introspected, child, childField, type, below)
  }
}
