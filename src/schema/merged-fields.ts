import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

/** The fields with the same response name in the same place. The executor runs them as one field. */
export type MergedField = readonly [FieldNode, ...FieldNode[]]

/** The fragments and variables that decide which fields of a selection run. */
export interface Selections {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** Whether fragments on this type are part of the selection. Default: all are. */
  readonly isFor?: (type: string) => boolean
}

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

/** The fields of the selection sets, merged by response name, without skipped fields. */
export function mergeFields(
  sets: readonly SelectionSetNode[],
  selections: Selections,
): readonly MergedField[] {
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

// A fragment that is spread twice in one selection adds its fields once.
function* fieldsOf(
  set: SelectionSetNode,
  selections: Selections,
  spread: Set<string>,
): Generator<FieldNode> {
  for (const selection of set.selections) {
    if (isSkipped(selection, selections)) continue
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      yield* fragmentFields(selection, selections, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = selections.fragments.get(selection.name.value)
      if (fragment) yield* fragmentFields(fragment, selections, spread)
    }
  }
}

function* fragmentFields(
  { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
  selections: Selections,
  spread: Set<string>,
): Generator<FieldNode> {
  const { isFor = () => true } = selections
  if (!typeCondition || isFor(typeCondition.name.value))
    yield* fieldsOf(selectionSet, selections, spread)
}

function isSkipped({ directives = [] }: SelectionNode, { variables }: Selections): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const skipsIf = name.value === 'skip' ? true : name.value === 'include' ? false : null
    const condition = given.find((argument) => argument.name.value === 'if')
    if (skipsIf === null || !condition) return false
    return valueFromASTUntyped(condition.value, variables) === skipsIf
  })
}
