import { collectFields } from '@graphql-tools/utils'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql'

/** The fields with the same response name in the same place. The executor runs them as one field. */
export type MergedField = readonly [FieldNode, ...FieldNode[]]

/** The schema, fragments and variables that decide which fields of a selection run. */
export interface Selections {
  readonly schema: GraphQLSchema
  readonly fragments: Record<string, FragmentDefinitionNode>
  readonly variableValues: Readonly<Record<string, unknown>>
}

export function fragmentsOf({ definitions }: DocumentNode): Selections['fragments'] {
  // An object with a prototype would have fragments that no document defines, such as `toString`.
  const fragments: Selections['fragments'] = Object.create(null)
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each
  return fragments
}

/**
 * The fields that the nodes select of a type, merged by response name, without skipped fields. Those of an interface are
 * the fields of all its types.
 */
export function fieldsBelow(
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
  type: GraphQLNamedType | null | undefined,
  { schema, fragments, variableValues }: Selections,
): MergedField[] {
  const types = isInterfaceType(type) ? schema.getPossibleTypes(type) : [type].filter(isObjectType)
  const hasConditions = nodes.some(({ selectionSet }) =>
    selectionSet?.selections.some(({ kind }) => kind !== Kind.FIELD),
  )
  // Sets, because a hostile document selects one field thousands of times in each type.
  const merged = new Map<string, Set<FieldNode>>()
  // Without a fragment, the fields are those of the interface, which all types have.
  for (const set of nodes.flatMap(({ selectionSet }) => selectionSet ?? []))
    for (const each of hasConditions ? types : types.slice(0, 1)) {
      const { fields } = collectFields(schema, fragments, variableValues, each, set)
      for (const [name, found] of fields) {
        const known = merged.get(name)
        if (!known) merged.set(name, new Set(found))
        else for (const node of found) known.add(node)
      }
    }
  return [...merged.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []))
}

/**
 * The names of the fields that an operation selects at the end of each path. A path is a list of field names below the
 * current field.
 */
export function selectedFields(
  info: GraphQLResolveInfo,
  ...paths: string[][]
): ReadonlySet<string> {
  const names = paths.flatMap((path) => {
    let type: GraphQLNamedType | undefined = getNamedType(info.returnType)
    let nodes = info.fieldNodes
    for (const step of path) {
      nodes = fieldsBelow(nodes, type, info).flat()
      nodes = nodes.filter(({ name }) => name.value === step)
      type = getNamedType(isObjectType(type) ? type.getFields()[step]?.type : undefined)
    }
    return fieldsBelow(nodes, type, info).map(([{ name }]) => name.value)
  })
  return new Set(names)
}
