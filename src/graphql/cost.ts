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
import { GatewayError } from '../errors.ts'
import { type MergedField, mergeFields, selectionsOf } from '../schema/merged-fields.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../values/page-size.ts'
import { countIntrospection, type Introspected } from './introspection-cost.ts'

// A full page of 100 assets has 19,603.
const MAX_FIELDS = 20_000
// The whole schema, as tools read it in one document, has about 25,000.
const MAX_INTROSPECTED = 40_000
// The assumed length of a list without pages that declares no maximum.
const DEFAULT_LIST_LENGTH = 10
const OBJECTS_PER_REQUEST = 100
// This many introspection fields are as much work as a small request.
const INTROSPECTED_PER_REQUEST = 500

interface CostTotals extends Introspected {
  /** The number of fields that the result may have. */
  fields: number
  /** The number of objects that connections may have. */
  objects: number
  /** The number of fields that read as much as a REST request. */
  reads: number
  /** The number of fields of the result that describe the schema. */
  introspected: number
}

/** The cost of an operation. */
interface Cost {
  /** The number of requests that it counts as. */
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
  const values = { ...defaultsOf(operation), ...variables }
  const selections = selectionsOf(document, values)
  const counts = { fields: 0, objects: 0, reads: 0, introspected: 0 }
  const totals: CostTotals = { schema, operation, selections, ...counts }
  const root = schema.getRootType(operation.operation)
  const fields = mergeFields([operation.selectionSet], totals.selections)
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
    countIntrospection(totals, nodes, meta, parent, (count) => {
      totals.introspected += count
      requireAtMost(MAX_INTROSPECTED, totals.introspected)
    })
    return
  }
  totals.fields += times
  requireAtMost(MAX_FIELDS, totals.fields)
  const field = parent && fieldOf(parent, node.name.value, totals.schema)
  if (!field) return
  totals.reads += times * readsOf(field, node, totals)
  const isPaged = field.args.some(({ name }) => name === 'first')
  const size = isPaged ? pageSize(field, node, totals) : null
  const isList = isListType(getNullableType(field.type))
  if (size !== null) totals.objects += times * countedLength(field, isList, size)
  const type = getNamedType(field.type)
  if (!isObjectType(type) && !isInterfaceType(type)) return
  const length = isList ? (size ?? statedLength(field) ?? page ?? DEFAULT_LIST_LENGTH) : 1
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  for (const child of mergeFields(sets, totals.selections))
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
  { selections }: CostTotals,
): number {
  if (typeof countsAsRequest === 'function') {
    const given = (node.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value, selections.variables),
    ])
    return Number(countsAsRequest(Object.fromEntries(given)))
  }
  return typeof countsAsRequest === 'number' ? countsAsRequest : Number(countsAsRequest === true)
}

// The root fields of introspection are not fields of the query type.
function metaFieldOf({ name }: FieldNode) {
  return [SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name.value)
}

// A list without pages counts as part of its object, up to the length that is read with the object.
function countedLength(
  { extensions }: GraphQLField<unknown, unknown>,
  isList: boolean,
  size: number,
) {
  if (!isList) return size
  const included = extensions.includedLength
  return typeof included === 'number' ? Math.max(0, size - included) : 0
}

function statedLength({ extensions }: GraphQLField<unknown, unknown>): number | null {
  return typeof extensions.maxLength === 'number' ? extensions.maxLength : null
}

function pageSize(
  { extensions }: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { selections }: CostTotals,
): number {
  const argument = node.arguments?.find(({ name }) => name.value === 'first')
  const first = argument && valueFromASTUntyped(argument.value, selections.variables)
  if (typeof first !== 'number')
    return typeof extensions.includedLength === 'number'
      ? extensions.includedLength
      : DEFAULT_PAGE_SIZE
  if (first > MAX_LARGE_PAGE_SIZE)
    throw tooCostly(`asks for a page of more than ${MAX_LARGE_PAGE_SIZE}`)
  return Math.max(first, 1)
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
