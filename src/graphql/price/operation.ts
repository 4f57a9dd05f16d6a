import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql'
import { GatewayError } from '../../errors.ts'
import {
  fieldsBelow,
  fragmentsOf,
  type MergedField,
  type Selections,
} from '../../schema/selection.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { countIntrospection } from './introspection.ts'

// A full page of 100 assets has 19,603.
const MAX_FIELDS = 20_000
// The whole schema, as tools read it in one document, has about 25,000.
const MAX_INTROSPECTED = 40_000
// The assumed length of a list without pages that declares no maximum.
const DEFAULT_LIST_LENGTH = 10
const OBJECTS_PER_REQUEST = 100
// This many introspection fields are as much work as a small request.
const INTROSPECTED_PER_REQUEST = 500

interface CostTotals extends Selections {
  readonly operation: OperationDefinitionNode
  /** The number of fields that the result may have. */
  fields: number
  /** The number of objects that connections may have. */
  objects: number
  /** The number of fields that read as much as a REST request. */
  reads: number
  introspected: number
}

interface Cost {
  readonly requests: number
  /** The number of fields that its result may have. */
  readonly fields: number
}

/**
 * The cost of the operation. It counts as the maximum of four numbers of requests: its root fields; its objects divided
 * by 100, with the page sizes of its arguments; its listings, assets and summaries of portfolios; and its introspection
 * fields divided by 500. Fields skipped by `@skip` and `@include` are not counted. Throws `document_too_costly` if the
 * result may have too many fields.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw new GatewayError(
      'invalid_document',
      'operationName takes the name of an operation of the document.',
    )
  const variableValues = { ...defaultsOf(operation), ...variables }
  const selections = { schema, operation, fragments: fragmentsOf(document), variableValues }
  const totals: CostTotals = { ...selections, fields: 0, objects: 0, reads: 0, introspected: 0 }
  const root = schema.getRootType(operation.operation)
  const fields = fieldsBelow([operation], root, selections)
  for (const field of fields) addFieldCost(field, root, totals, { times: 1, page: null })
  const roots = fields.filter(([{ name }]) => !name.value.startsWith('__')).length
  const requests = Math.max(
    roots,
    totals.reads,
    Math.ceil(totals.objects / OBJECTS_PER_REQUEST),
    Math.ceil(totals.introspected / INTROSPECTED_PER_REQUEST),
  )
  return { requests, fields: totals.fields + totals.introspected }
}

interface ParentObject {
  /** How many times the parent may occur in the result. */
  readonly times: number
  /** The page size if the parent is a connection; else null. */
  readonly page: number | null
}

function addFieldCost(
  nodes: MergedField,
  parent: GraphQLObjectType | GraphQLInterfaceType | null | undefined,
  totals: CostTotals,
  { times, page }: ParentObject,
): void {
  const [node] = nodes
  // Clients add it to each selection. Without an alias it is there once, so objects bound it.
  if (node.name.value === TypeNameMetaFieldDef.name && !node.alias) return
  const meta = metaFieldOf(node)
  if (meta && isObjectType(parent)) {
    const addFields = (count: number) => {
      totals.introspected += count
      requireAtMost(MAX_INTROSPECTED, totals.introspected)
    }
    countIntrospection({ ...totals, addFields }, nodes, meta, parent)
    return
  }
  totals.fields += times
  requireAtMost(MAX_FIELDS, totals.fields)
  const field = parent && fieldOf(parent, node.name.value, totals.schema)
  if (!field) return
  totals.reads += times * readsOf(field, node, totals)
  const isPaged = field.args.some(({ name }) => name === 'first')
  const size = isPaged ? pageSize(field, argumentsOf(node, totals).first) : null
  const isList = isListType(getNullableType(field.type))
  if (size !== null) totals.objects += times * countedLength(field, isList, size)
  const type = getNamedType(field.type)
  if (!isObjectType(type) && !isInterfaceType(type)) return
  const usual = page ?? DEFAULT_LIST_LENGTH
  const length = isList ? (size ?? numberOr(field.extensions.maxLength, usual)) : 1
  for (const child of fieldsBelow(nodes, type, totals))
    addFieldCost(child, type, totals, { times: times * length, page: isList ? null : size })
}

// The selection of an interface has fields of its types as well, which have one form in all of them.
function fieldOf(
  parent: GraphQLObjectType | GraphQLInterfaceType,
  name: string,
  schema: GraphQLSchema,
): GraphQLField<unknown, unknown> | undefined {
  const types = isInterfaceType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent]
  return types.map((type) => type.getFields()[name]).find((field) => field !== undefined)
}

function requireAtMost(most: number, fields: number): void {
  if (fields > most)
    throw tooCostly(`may give more than ${most} fields; ask for smaller pages or fewer fields`)
}

// A field that reads many portfolios counts as several, and one with prices by its arguments.
function readsOf(
  { extensions: { countsAsRequest } }: GraphQLField<unknown, unknown>,
  node: FieldNode,
  totals: CostTotals,
): number {
  if (typeof countsAsRequest !== 'function') return Number(countsAsRequest ?? 0)
  return Number(countsAsRequest(argumentsOf(node, totals)))
}

function argumentsOf({ arguments: given = [] }: FieldNode, { variableValues }: CostTotals) {
  const values = given.map(({ name, value }) => [
    name.value,
    valueFromASTUntyped(value, variableValues),
  ])
  return Object.fromEntries(values)
}

// The root fields of introspection are not fields of the query type.
function metaFieldOf({ name }: FieldNode) {
  return [SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name.value)
}

// A list without pages counts as part of its object, up to the length that is read with the object.
function countedLength(field: GraphQLField<unknown, unknown>, isList: boolean, size: number) {
  return isList ? Math.max(0, size - numberOr(field.extensions.includedLength, size)) : size
}

function pageSize({ extensions }: GraphQLField<unknown, unknown>, first: unknown): number {
  if (typeof first !== 'number') return numberOr(extensions.includedLength, DEFAULT_PAGE_SIZE)
  if (first > MAX_LARGE_PAGE_SIZE)
    throw tooCostly(`asks for a page of more than ${MAX_LARGE_PAGE_SIZE}`)
  return Math.max(first, 1)
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): Record<string, unknown> {
  const defaults = (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  )
  return Object.fromEntries(defaults)
}

function tooCostly(reason: string): GatewayError {
  return new GatewayError('document_too_costly', `The document ${reason}.`)
}
