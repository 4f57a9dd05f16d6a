import { type DocumentNode, type FieldNode, Kind, type Token, TokenKind } from 'graphql'
import { GatewayError } from '../errors.ts'
import { fragmentsOf, mergeFields } from '../schema/selection.ts'

// The depth of the standard introspection query. No path to data is deeper.
const MAX_DEPTH = 15
const MAX_ALIASES = 50
// The limit for brackets of any kind. Values and inline fragments nest more deeply than fields.
const MAX_NESTING = 60
const MAX_DEFINITIONS = 50
const MAX_VARIABLES = 50
// A result repeats the names of the document in each entry of a list.
const MAX_NAME_LENGTH = 128
// The cost of a document: one for each selection, with a fragment counted at each of its spreads, and one for each pair
// of fields with one response name in the same place. Validation compares every pair.
const MAX_COST = 5_000

/**
 * The work that validation of the document takes: one for each token, and its cost. Throws `document_too_costly` for a
 * document that would take long. Runs before validation, so it uses no types. The limits above bound its own time.
 */
export function boundedSizeOf(document: DocumentNode): number {
  const { definitions, loc, tokenCount = 0 } = document
  if (loc) requireBoundedTokens(loc.startToken)
  if (definitions.length > MAX_DEFINITIONS)
    throw tooCostly(`has more than ${MAX_DEFINITIONS} operations and fragments`)
  const cost: Cost = { fragments: fragmentsOf(document), total: 0, aliases: 0 }
  for (const definition of definitions) {
    if (!('selectionSet' in definition)) continue
    if ((definition.variableDefinitions?.length ?? 0) > MAX_VARIABLES)
      throw tooCostly(`has more than ${MAX_VARIABLES} variables`)
    cost.aliases = 0
    addBelow(cost, [definition], 1)
  }
  return tokenCount + cost.total
}

interface Cost {
  readonly fragments: ReturnType<typeof fragmentsOf>
  total: number
  /** The aliases in the operation or the fragment. */
  aliases: number
}

function addBelow(cost: Cost, parents: readonly Pick<FieldNode, 'selectionSet'>[], depth: number) {
  const fields = mergeFields(parents, cost.fragments, (node) => {
    if (depth > MAX_DEPTH) throw tooCostly(`goes more than ${MAX_DEPTH} levels deep`)
    add(cost, 1)
    if (node.kind === Kind.FIELD && node.alias && ++cost.aliases > MAX_ALIASES)
      throw tooCostly(`has more than ${MAX_ALIASES} aliases`)
    return true
  })
  for (const same of fields) {
    add(cost, (same.length * (same.length - 1)) / 2)
    addBelow(cost, same, depth + 1)
  }
}

function add(cost: Cost, more: number): void {
  cost.total += more
  if (cost.total > MAX_COST)
    throw tooCostly('has too many fields, or the same ones too often; merge them, or ask in parts')
}

function requireBoundedTokens(first: Token): void {
  let depth = 0
  for (let token: Token | null = first; token; token = token.next) {
    if (token.kind === TokenKind.NAME && token.value.length > MAX_NAME_LENGTH)
      throw tooCostly(`has a name of more than ${MAX_NAME_LENGTH} characters`)
    // The kind of a bracket is the bracket.
    if (')]}'.includes(token.kind)) depth--
    if ('([{'.includes(token.kind) && ++depth > MAX_NESTING)
      throw tooCostly(`nests brackets more than ${MAX_NESTING} deep`)
  }
}

/** The error of a document over a limit. `reason` follows its subject. */
export function tooCostly(reason: string): GatewayError {
  return new GatewayError('document_too_costly', `The document ${reason}.`)
}
