import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import { mergeFields, type Selections } from './merged-fields.ts'

/**
 * The names of the fields that an operation selects at the end of each path. A path is a list of field names below the
 * current field.
 */
export function selectedFields(
  { fieldNodes, fragments, variableValues }: GraphQLResolveInfo,
  ...paths: string[][]
): ReadonlySet<string> {
  const selections = { fragments: new Map(Object.entries(fragments)), variables: variableValues }
  const ends = paths.flatMap((path) =>
    path.reduce<readonly FieldNode[]>(
      (level, step) => below(level, selections).filter(({ name }) => name.value === step),
      fieldNodes,
    ),
  )
  return new Set(below(ends, selections).map(({ name }) => name.value))
}

function below(fields: readonly FieldNode[], selections: Selections): readonly FieldNode[] {
  return mergeFields(
    fields.flatMap(({ selectionSet }) => selectionSet ?? []),
    selections,
  ).flat()
}
