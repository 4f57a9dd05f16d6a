import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

/** The fields that give one name of the answer. The executor runs the first of them. */
export type Merged = readonly [FieldNode, ...FieldNode[]]

/** What decides which fields of a selection are run. */
export interface Selections {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
}

/** The selections of a document, for a run with these variables. */
export function selectionsOf(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Selections {
  const fragments = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION
      ? [[definition.name.value, definition] as const]
      : [],
  )
  return { fragments: new Map(fragments), variables }
}

/** The fields of selection sets as they are run: by the name that they give, without those left out. */
export function mergeFields(
  sets: readonly SelectionSetNode[],
  selections: Selections,
): readonly Merged[] {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>()
  const spread = new Set<string>()
  for (const set of sets) {
    for (const field of fieldsOf(set, selections, spread)) {
      const name = (field.alias ?? field.name).value
      const same = fields.get(name)
      if (same) same.push(field)
      else fields.set(name, [field])
    }
  }
  return [...fields.values()]
}

// A fragment spread twice into one selection gives its fields once.
function* fieldsOf(
  set: SelectionSetNode,
  selections: Selections,
  spread: Set<string>,
): Generator<FieldNode> {
  for (const selection of set.selections) {
    if (isLeftOut(selection, selections)) continue
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* fieldsOf(selection.selectionSet, selections, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = selections.fragments.get(selection.name.value)
      if (fragment) yield* fieldsOf(fragment.selectionSet, selections, spread)
    }
  }
}

function isLeftOut({ directives = [] }: SelectionNode, { variables }: Selections): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const leavesOut = name.value === 'skip' ? true : name.value === 'include' ? false : null
    const condition = given.find((argument) => argument.name.value === 'if')
    if (leavesOut === null || !condition) return false
    return valueFromASTUntyped(condition.value, variables) === leavesOut
  })
}
