import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
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
import { fieldsBelow, fragmentsOf, type MergedField, type Selections } from '../schema/selection.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../values/page-size.ts'
import { tooCostly } from './document-limits.ts'

// A full page of 100 assets has 19,603.
const MAX_FIELDS = 20_000
// The whole schema, as tools read it in one document, has about 25,000.
const MAX_INTROSPECTED = 40_000
// The assumed length of a list without pages that declares no maximum.
const DEFAULT_LIST_LENGTH = 10
const OBJECTS_PER_REQUEST = 100
// This many introspection fields are as much work as a small request.
const INTROSPECTED_PER_REQUEST = 500
// They are not fields of the query type.
const META_FIELDS = [SchemaMetaFieldDef, TypeMetaFieldDef]

type Field = GraphQLField<unknown, unknown>

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

/**
 * The requests that the operation counts as, and the fields that its result may have. It counts as the maximum of four
 * numbers: its root fields; its objects divided by 100, with the page sizes of its arguments; its listings, assets and
 * summaries of portfolios; and its introspection fields divided by 500. Fields skipped by `@skip` and `@include` are not
 * counted. Throws `document_too_costly` if the result may have too many fields.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): { readonly requests: number; readonly fields: number } {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw new GatewayError(
      'invalid_document',
      'operationName takes the name of an operation of the document.',
    )
  const variableValues = { ...defaultsOf(operation), ...variables }
  const selections = { schema, operation, fragments: fragmentsOf(document), variableValues }
  const totals: CostTotals = { ...selections, fields: 0, objects: 0, reads: 0, introspected: 0 }
  const root = { type: schema.getRootType(operation.operation), times: 1, page: null }
  const fields = fieldsBelow([operation], root.type, selections)
  for (const field of fields) addFieldCost(field, root, totals)
  const requests = Math.max(
    fields.filter(([{ name }]) => !name.value.startsWith('__')).length,
    totals.reads,
    Math.ceil(totals.objects / OBJECTS_PER_REQUEST),
    Math.ceil(totals.introspected / INTROSPECTED_PER_REQUEST),
  )
  return { requests, fields: totals.fields + totals.introspected }
}

interface ParentObject {
  readonly type: GraphQLObjectType | GraphQLInterfaceType | null | undefined
  /** How many times the parent may occur in the result. */
  readonly times: number
  /** The page size if the parent is a connection; else null. */
  readonly page: number | null
}

function addFieldCost(nodes: MergedField, parent: ParentObject, totals: CostTotals): void {
  const [{ name, alias, arguments: given }] = nodes
  // Clients add it to each selection. Without an alias it is there once, so objects bound it.
  if (name.value === TypeNameMetaFieldDef.name && !alias) return
  const meta = META_FIELDS.find((field) => field.name === name.value)
  if (meta && isObjectType(parent.type)) {
    countIntrospection(totals, nodes, meta, parent.type)
    return
  }
  const { times } = parent
  totals.fields += times
  requireAtMost(MAX_FIELDS, totals.fields)
  const field = fieldOf(parent, name.value, totals)
  if (!field) return
  const args = argumentsOf(given, totals)
  const { countsAsRequest: reads } = field.extensions
  // A field that reads many portfolios counts as several, and one with prices by its arguments.
  totals.reads += times * Number((typeof reads === 'function' ? reads(args) : reads) ?? 0)
  const { objects, length, page } = sizeOf(field, args.first, parent)
  totals.objects += times * objects
  const type = getNamedType(field.type)
  if (!isObjectType(type) && !isInterfaceType(type)) return
  const below = { type, times: times * length, page }
  for (const child of fieldsBelow(nodes, type, totals)) addFieldCost(child, below, totals)
}

// The objects that a field counts as, the length of its list, and the page size if it is a connection.
function sizeOf({ args, type, extensions }: Field, first: unknown, parent: ParentObject) {
  const isList = isListType(getNullableType(type))
  const isPaged = args.some(({ name }) => name === 'first')
  if (!isPaged) {
    const length = isList ? Number(extensions.maxLength ?? parent.page ?? DEFAULT_LIST_LENGTH) : 1
    return { objects: 0, length, page: null }
  }
  const usual = Number(extensions.includedLength ?? DEFAULT_PAGE_SIZE)
  const size = typeof first === 'number' ? Math.max(first, 1) : usual
  if (size > MAX_LARGE_PAGE_SIZE)
    throw tooCostly(`asks for a page of more than ${MAX_LARGE_PAGE_SIZE}`)
  if (!isList) return { objects: size, length: 1, page: size }
  // A list without pages counts as part of its object, up to the length that is read with the object.
  const objects = Math.max(0, size - Number(extensions.includedLength ?? size))
  return { objects, length: size, page: null }
}

// The selection of an interface has fields of its types as well, which have one form in all of them.
function fieldOf({ type }: ParentObject, name: string, { schema }: Selections) {
  const own = type?.getFields()[name]
  if (own || !isInterfaceType(type)) return own
  const types = schema.getPossibleTypes(type)
  return types.map((each) => each.getFields()[name]).find((field) => field !== undefined)
}

function requireAtMost(most: number, fields: number): void {
  if (fields > most)
    throw tooCostly(`may give more than ${most} fields; ask for smaller pages or fewer fields`)
}

// Without prototypes, because a document can name `__proto__`.
function argumentsOf(given: readonly ArgumentNode[] = [], { variableValues }: Selections) {
  const args: Record<string, unknown> = Object.create(null)
  for (const { name, value } of given) args[name.value] = valueFromASTUntyped(value, variableValues)
  return args
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode) {
  const defaults: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue)
  return defaults
}

// Descriptions are most of an introspection: each 100 characters of a text count as a field.
const TEXT_LENGTH = 100

// Counts the fields that an introspection field adds to the result, exactly: by the types, fields, arguments and enum
// values of the schema. Each is counted once for each selection, however often it is in the result, so counting takes
// no longer than the fields that it adds. `elements`: how often each parent of the field is in the result.
function countIntrospection(
  totals: CostTotals,
  fieldNodes: MergedField,
  field: GraphQLField<unknown, unknown>,
  parentType: GraphQLObjectType,
  elements: ReadonlyMap<unknown, number> = new Map([[undefined, 1]]),
): void {
  const addFields = (count: number) => {
    totals.introspected += count
    requireAtMost(MAX_INTROSPECTED, totals.introspected)
  }
  const { name: fieldName, type: returnType } = field
  const path = { prev: undefined, key: fieldName, typename: parentType.name }
  const place = { fieldName, fieldNodes, returnType, parentType, path }
  const info: GraphQLResolveInfo = { ...totals, ...place, rootValue: undefined }
  const args = getArgumentValues(field, fieldNodes[0], totals.variableValues)
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
  for (const child of fieldsBelow(fieldNodes, type, totals)) {
    const { value } = child[0].name
    const isTypeName = value === TypeNameMetaFieldDef.name
    const childField = isTypeName ? TypeNameMetaFieldDef : type.getFields()[value]
    if (childField) countIntrospection(totals, child, childField, type, below)
  }
}
