import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql'
import { GatewayError } from '../errors.ts'

// As deep as the standard introspection query, which is deeper than any path to data.
const MAX_DEPTH = 15
const MAX_ALIASES = 50
const MAX_COST = 100_000
const MAX_PAGE = 1_000
const USUAL_PAGE = 25
// What a list counts as that has no pages and does not say how long it gets.
const USUAL_LIST = 10

interface Measure {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  aliases: number
  cost: number
}

/**
 * How many root fields of the operation read or write, which is what the request costs its caller.
 * Throws `document_too_costly` where the document is deeper, wider or longer than is served: a
 * field costs one for each time that its lists, at the page sizes asked for, may show it.
 */
export function measureOperation(
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
  const measure: Measure = {
    fragments: fragmentsOf(document),
    variables: { ...defaultsOf(operation), ...variables },
    aliases: 0,
    cost: 0,
  }
  const root = schema.getRootType(operation.operation)
  const fields = [...fieldsOf(operation.selectionSet, measure, new Set())]
  for (const field of fields) weigh(field, root, measure, { depth: 1, times: 1, paged: false })
  return fields.filter(({ name }) => !name.value.startsWith('__')).length
}

/** Where a field stands: how deep, how often at most, and whether its parent is a page of a list. */
interface Place {
  readonly depth: number
  readonly times: number
  readonly paged: boolean
}

function weigh(
  node: FieldNode,
  parent: GraphQLObjectType | null | undefined,
  measure: Measure,
  { depth, times, paged }: Place,
): void {
  if (depth > MAX_DEPTH) throw tooCostly(`goes more than ${MAX_DEPTH} levels deep`)
  if (node.alias && ++measure.aliases > MAX_ALIASES)
    throw tooCostly(`has more than ${MAX_ALIASES} aliases`)
  measure.cost += times
  if (measure.cost > MAX_COST)
    throw tooCostly(`may give more than ${MAX_COST} fields; ask for smaller pages or fewer fields`)
  const field = parent && fieldOf(parent, node.name.value)
  const type = field && getNamedType(field.type)
  if (!node.selectionSet || !field || !isObjectType(type)) return
  const isPaged = field.args.some(({ name }) => name === 'first')
  const size = isPaged ? pageSize(node, measure) : listSize(field, paged)
  const place = { depth: depth + 1, times: times * size, paged: isPaged }
  for (const child of fieldsOf(node.selectionSet, measure, new Set())) {
    weigh(child, type, measure, place)
  }
}

// Introspection starts at fields that stand on no type.
function fieldOf(parent: GraphQLObjectType, name: string) {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
  return name === TypeMetaFieldDef.name ? TypeMetaFieldDef : parent.getFields()[name]
}

// The lists of a page have been counted with the page.
function listSize({ type, extensions }: GraphQLField<unknown, unknown>, paged: boolean): number {
  if (!isListType(getNullableType(type)) || paged) return 1
  return typeof extensions.longest === 'number' ? extensions.longest : USUAL_LIST
}

function pageSize(node: FieldNode, { variables }: Measure): number {
  const argument = node.arguments?.find(({ name }) => name.value === 'first')
  const first = argument && valueFromASTUntyped(argument.value, variables)
  if (typeof first !== 'number') return USUAL_PAGE
  if (first > MAX_PAGE) throw tooCostly(`asks for a page of more than ${MAX_PAGE}`)
  return Math.max(first, 1)
}

// A fragment spread twice into one selection gives its fields once.
function* fieldsOf(
  set: SelectionSetNode,
  measure: Measure,
  spread: Set<string>,
): Generator<FieldNode> {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* fieldsOf(selection.selectionSet, measure, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = measure.fragments.get(selection.name.value)
      if (fragment) yield* fieldsOf(fragment.selectionSet, measure, spread)
    }
  }
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): Record<string, unknown> {
  const defaults = (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  )
  return Object.fromEntries(defaults)
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  )
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

function tooCostly(reason: string): GatewayError {
  return new GatewayError('document_too_costly', `The document ${reason}.`)
}
