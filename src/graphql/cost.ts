import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql'
import { GatewayError } from '../errors.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../values/page-size.ts'
import { type Merged, mergeFields, type Selections, selectionsOf } from './merged-fields.ts'

const MAX_COST = 150_000
// What a list counts as that has no pages and does not say how long it gets.
const DEFAULT_LIST = 10
const OBJECTS_PER_REQUEST = 100

interface CostTotals {
  readonly selections: Selections
  /** Every field that may be given. */
  cost: number
  /** Every object that connections may hold. */
  objects: number
  /** Every run of a field that reads as much as a REST request. */
  reads: number
}

/**
 * How many requests the operation counts as: one for each root field, or for each 100 objects that
 * its lists may hold at the page sizes asked for, or for each listing, asset and summary of a
 * portfolio, whichever is most. What `@skip` and `@include` leave out is not counted. Throws
 * `document_too_costly` where it may give more fields than are served.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): number {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw new GatewayError(
      'invalid_document',
      'operationName takes the name of an operation of the document.',
    )
  const values = { ...defaultsOf(operation), ...variables }
  const measure = { selections: selectionsOf(document, values), cost: 0, objects: 0, reads: 0 }
  const root = schema.getRootType(operation.operation)
  const fields = mergeFields([operation.selectionSet], measure.selections)
  for (const field of fields) addFieldCost(field, root, measure, { times: 1, page: null })
  const roots = fields.filter(([{ name }]) => !name.value.startsWith('__')).length
  return Math.max(roots, measure.reads, Math.ceil(measure.objects / OBJECTS_PER_REQUEST))
}

/** Where a field stands: how often its parent may be there, and the size of the page if that is one. */
interface FieldPosition {
  readonly times: number
  readonly page: number | null
}

function addFieldCost(
  nodes: Merged,
  parent: GraphQLObjectType | null | undefined,
  measure: CostTotals,
  { times, page }: FieldPosition,
): void {
  const [node] = nodes
  measure.cost += times
  if (measure.cost > MAX_COST)
    throw tooCostly(`may give more than ${MAX_COST} fields; ask for smaller pages or fewer fields`)
  const field = parent && fieldOf(parent, node.name.value)
  if (!field) return
  if (field.extensions.countsAsRequest === true) measure.reads += times
  const isPaged = field.args.some(({ name }) => name === 'first')
  const size = isPaged ? pageSize(node, measure) : null
  const isList = isListType(getNullableType(field.type))
  // A list without pages belongs to its object.
  if (size !== null && !isList) measure.objects += times * size
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return
  const length = isList ? (size ?? page ?? longest(field)) : 1
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  for (const child of mergeFields(sets, measure.selections))
    addFieldCost(child, type, measure, { times: times * length, page: isList ? null : size })
}

// Introspection starts at fields that stand on no type.
function fieldOf(parent: GraphQLObjectType, name: string) {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
  return name === TypeMetaFieldDef.name ? TypeMetaFieldDef : parent.getFields()[name]
}

function longest({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions.longest === 'number' ? extensions.longest : DEFAULT_LIST
}

function pageSize(node: FieldNode, { selections }: CostTotals): number {
  const argument = node.arguments?.find(({ name }) => name.value === 'first')
  const first = argument && valueFromASTUntyped(argument.value, selections.variables)
  if (typeof first !== 'number') return DEFAULT_PAGE_SIZE
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
