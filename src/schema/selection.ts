import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql'

type Fragments = Record<string, FragmentDefinitionNode>

// The plan of an operation of REST is kept, so it has the same nodes in every run.
const cache = new WeakMap<readonly FieldNode[], Map<string, ReadonlySet<string>>>()

/**
 * The names of the fields that an operation selects at the end of each path. A path is a list of field names below the
 * current field. `@skip` and `@include` are ignored: a field with one counts as selected.
 */
export function selectedFields(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  ...paths: string[][]
): ReadonlySet<string> {
  const selections = cache.get(fieldNodes) ?? new Map<string, ReadonlySet<string>>()
  cache.set(fieldNodes, selections)
  const key = paths.map((path) => path.join('.')).join()
  const names = selections.get(key) ?? collect(fieldNodes, fragments, paths)
  selections.set(key, names)
  return names
}

function collect(
  fieldNodes: readonly FieldNode[],
  fragments: Fragments,
  paths: readonly string[][],
): ReadonlySet<string> {
  const names = new Set<string>()
  for (const path of paths) {
    let level = fieldNodes
    for (const step of path)
      level = childrenOf(level, fragments).filter((field) => field.name.value === step)
    for (const field of childrenOf(level, fragments)) names.add(field.name.value)
  }
  return names
}

function childrenOf(fields: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  return fields.flatMap((field) =>
    field.selectionSet ? fieldsOf(field.selectionSet, fragments, new Set()) : [],
  )
}

// A fragment is expanded once in one selection. Otherwise a short document of fragments that spread
// each other twice would grow exponentially.
function fieldsOf(set: SelectionSetNode, fragments: Fragments, spread: Set<string>): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return fieldsOf(selection.selectionSet, fragments, spread)
    const fragment = fragments[selection.name.value]
    if (!fragment || spread.has(fragment.name.value)) return []
    spread.add(fragment.name.value)
    return fieldsOf(fragment.selectionSet, fragments, spread)
  })
}
