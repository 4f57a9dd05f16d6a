import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql'

type Fragments = Record<string, FragmentDefinitionNode>

/**
 * The names of the fields that an operation asks for below the current one, at the end of each
 * path of field names. Conditions are ignored: a field behind `@include` counts as asked for.
 */
export function selectedFields(info: GraphQLResolveInfo, ...paths: string[][]): Set<string> {
  const names = new Set<string>()
  for (const path of paths) {
    let level = info.fieldNodes
    for (const step of path)
      level = childrenOf(level, info.fragments).filter((field) => field.name.value === step)
    for (const field of childrenOf(level, info.fragments)) names.add(field.name.value)
  }
  return names
}

function childrenOf(fields: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  return fields.flatMap((field) =>
    field.selectionSet ? fieldsOf(field.selectionSet, fragments, new Set()) : [],
  )
}

// A fragment is spread once into one selection: spread each time that it is named, a short document
// of fragments that name each other twice would grow without end.
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
