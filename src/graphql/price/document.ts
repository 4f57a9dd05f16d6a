import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type SelectionSetNode,
  type Token,
  TokenKind,
} from 'graphql'
import { GatewayError } from '../../errors.ts'
import { fragmentsOf } from '../../schema/selection.ts'

// The depth of the standard introspection query. No path to data is deeper.
const MAX_DEPTH = 15
const MAX_ALIASES = 50
// The limit for brackets of any kind. Values and inline fragments nest more deeply than fields.
const MAX_NESTING = 60
const MAX_DEFINITIONS = 50
const MAX_VARIABLES = 50
// A result repeats the names of the document in each entry of a list.
const MAX_NAME_LENGTH = 128
/**
 * The cost of a document: one for each selection, with a fragment counted at each of its spreads, and
 * one for each pair of fields with one response name in the same place. Validation compares every pair.
 */
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
    addMerged(cost, [definition.selectionSet], 1)
  }
  return tokenCount + cost.total
}

interface Cost {
  readonly fragments: ReturnType<typeof fragmentsOf>
  total: number
  /** The number of aliases in the operation or the fragment. */
  aliases: number
}

// Merges the fields with the same response name, and then the selections below them together.
function addMerged(cost: Cost, sets: readonly SelectionSetNode[], depth: number): void {
  if (depth > MAX_DEPTH) throw tooCostly(`goes more than ${MAX_DEPTH} levels deep`)
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  for (const set of sets)
    for (const field of fieldsIn(set, cost, spread)) {
      if (field.alias && ++cost.aliases > MAX_ALIASES)
        throw tooCostly(`has more than ${MAX_ALIASES} aliases`)
      const name = (field.alias ?? field.name).value
      const same = fields.get(name) ?? []
      fields.set(name, same)
      same.push(field)
    }
  for (const same of fields.values()) {
    add(cost, (same.length * (same.length - 1)) / 2)
    const below = same.flatMap(({ selectionSet }) => selectionSet ?? [])
    if (below.length > 0) addMerged(cost, below, depth + 1)
  }
}

// A fragment that is spread twice in one selection adds its fields once.
function* fieldsIn(
  { selections }: SelectionSetNode,
  cost: Cost,
  spread: Set<string>,
): Generator<FieldNode> {
  for (const selection of selections) {
    add(cost, 1)
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* fieldsIn(selection.selectionSet, cost, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = cost.fragments[selection.name.value]
      if (fragment) yield* fieldsIn(fragment.selectionSet, cost, spread)
    }
  }
}

function add(cost: Cost, more: number): void {
  cost.total += more
  if (cost.total > MAX_COST)
    throw tooCostly('has too many fields, or the same ones too often; merge them, or ask in parts')
}

const { BRACE_L, BRACE_R, BRACKET_L, BRACKET_R, PAREN_L, PAREN_R } = TokenKind
const OPENS: ReadonlySet<string> = new Set([BRACE_L, BRACKET_L, PAREN_L])
const CLOSES: ReadonlySet<string> = new Set([BRACE_R, BRACKET_R, PAREN_R])

function requireBoundedTokens(first: Token): void {
  let depth = 0
  for (let token: Token | null = first; token; token = token.next) {
    if (token.kind === TokenKind.NAME && token.value.length > MAX_NAME_LENGTH)
      throw tooCostly(`has a name of more than ${MAX_NAME_LENGTH} characters`)
    if (CLOSES.has(token.kind)) depth--
    if (OPENS.has(token.kind) && ++depth > MAX_NESTING)
      throw tooCostly(`nests brackets more than ${MAX_NESTING} deep`)
  }
}

function tooCostly(reason: string): GatewayError {
  return new GatewayError('document_too_costly', `The document ${reason}.`)
}
