import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  type Token,
  TokenKind,
} from 'graphql'
import { GatewayError } from '../errors.ts'

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
export function boundedSizeOf({ definitions, loc, tokenCount = 0 }: DocumentNode): number {
  if (loc) requireBoundedTokens(loc.startToken)
  if (definitions.length > MAX_DEFINITIONS)
    throw tooCostly(`has more than ${MAX_DEFINITIONS} operations and fragments`)
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
  const cost = new ValidationCost(fragments)
  for (const definition of definitions) {
    if (!('selectionSet' in definition)) continue
    if ((definition.variableDefinitions?.length ?? 0) > MAX_VARIABLES)
      throw tooCostly(`has more than ${MAX_VARIABLES} variables`)
    cost.addDefinition(definition.selectionSet)
  }
  return tokenCount + cost.total
}

class ValidationCost {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  total = 0
  #aliases = 0

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments
  }

  /** Adds an operation or a fragment. The limit on aliases is for each of them. */
  addDefinition(set: SelectionSetNode): void {
    this.#aliases = 0
    this.#merge([set], 1)
  }

  // Merges the fields with the same response name, and then the selections below them together.
  #merge(sets: readonly SelectionSetNode[], depth: number): void {
    if (depth > MAX_DEPTH) throw tooCostly(`goes more than ${MAX_DEPTH} levels deep`)
    const fields = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    for (const set of sets) this.#collect(set, fields, spread)
    for (const same of fields.values()) {
      this.#add((same.length * (same.length - 1)) / 2)
      const below = same.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (below.length > 0) this.#merge(below, depth + 1)
    }
  }

  #collect(set: SelectionSetNode, fields: Map<string, FieldNode[]>, spread: Set<string>): void {
    for (const selection of set.selections) {
      this.#add(1)
      if (selection.kind === Kind.FIELD) this.#addField(selection, fields)
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        this.#collect(selection.selectionSet, fields, spread)
      else this.#collectFragment(selection.name.value, fields, spread)
    }
  }

  #addField(field: FieldNode, fields: Map<string, FieldNode[]>): void {
    if (field.alias && ++this.#aliases > MAX_ALIASES)
      throw tooCostly(`has more than ${MAX_ALIASES} aliases`)
    const name = (field.alias ?? field.name).value
    const same = fields.get(name)
    if (same) same.push(field)
    else fields.set(name, [field])
  }

  // A fragment that is spread twice in one selection adds its fields once.
  #collectFragment(name: string, fields: Map<string, FieldNode[]>, spread: Set<string>): void {
    const fragment = this.#fragments.get(name)
    if (!fragment || spread.has(name)) return
    spread.add(name)
    this.#collect(fragment.selectionSet, fields, spread)
  }

  #add(cost: number): void {
    this.total += cost
    if (this.total > MAX_COST)
      throw tooCostly(
        'has too many fields, or the same ones too often; merge them, or ask in parts',
      )
  }
}

const OPENS: ReadonlySet<string> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
])
const CLOSES: ReadonlySet<string> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
])

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
