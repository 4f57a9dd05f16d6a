import { doesFragmentConditionMatch, shouldIncludeNode } from '@graphql-tools/utils'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql'
import { groupBy } from '../values/group-by.ts'

/** The fields with the same response name in the same place. The executor runs them as one field. */
export type MergedField = readonly [FieldNode, ...FieldNode[]]

type Fragments = Selections['fragments']
type Parents = readonly Pick<FieldNode, 'selectionSet'>[]

/** The schema, fragments and variables that decide which fields of a selection run. */
export type Selections = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  // An object with a prototype would have fragments that no document defines, such as `toString`.
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each
  return fragments
}

/**
 * The fields below the parents, merged by response name. A fragment adds its fields once. `isSelected` is asked for
 * each field, each spread and each inline fragment. A spread comes with its fragment.
 */
export function mergeFields(
  parents: Parents,
  fragments: Fragments,
  isSelected: (node: SelectionNode, fragment?: FragmentDefinitionNode) => boolean,
): MergedField[] {
  const found: FieldNode[] = []
  const spread = new Set<FragmentDefinitionNode>()
  const addFields = ({ selectionSet }: Parents[number]) => {
    for (const node of selectionSet?.selections ?? []) {
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value] : undefined
      if (!isSelected(node, fragment)) continue
      if (node.kind === Kind.FIELD) found.push(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) addFields(node)
      else if (fragment && !spread.has(fragment)) {
        spread.add(fragment)
        addFields(fragment)
      }
    }
  }
  for (const each of parents) addFields(each)
  return [...groupBy(found, ({ alias, name }) => (alias ?? name).value).values()]
}

/** The fields that run below the nodes on a type. Those of an interface are the fields of all its types. */
export function fieldsBelow(
  nodes: Parents,
  type: GraphQLNamedType | null | undefined,
  { schema, fragments, variableValues }: Selections,
): MergedField[] {
  const runs = (fragment: FragmentDefinitionNode | InlineFragmentNode) =>
    !isObjectType(type) || doesFragmentConditionMatch(schema, fragment, type)
  return mergeFields(nodes, fragments, (node, fragment) => {
    if (node.directives?.length && !shouldIncludeNode(variableValues, node)) return false
    if (node.kind === Kind.INLINE_FRAGMENT) return runs(node)
    return !fragment || runs(fragment)
  })
}

/** The names of the selected fields at the end of each path. A path lists field names below the current field. */
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
