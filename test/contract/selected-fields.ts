import {
  type DocumentNode,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'

/** The fields below a type, as their names joined by dots. Pages of other objects are left out. */
export function fieldsBelow(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type)
    if (named.name.endsWith('Connection')) return []
    const below = isObjectType(named) ? fieldsBelow(named) : []
    return [field.name, ...below.map((name) => `${field.name}.${name}`)]
  })
}

/** The fields that an operation selects below a place, as their names joined by dots. Aliases do not count. */
export function selectedBelow(selecting: DocumentNode | object, place: string): Set<string> {
  const document = 'kind' in selecting ? selecting : parse(String(selecting))
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet]] : [],
    ),
  )
  const names = namesOf(getOperationAST(document)?.selectionSet, '')
  const start = `${place}.`
  return new Set(
    names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)),
  )

  function namesOf(set: SelectionSetNode | undefined, above: string): string[] {
    return (set?.selections ?? []).flatMap((each) => {
      if (each.kind === Kind.INLINE_FRAGMENT) return namesOf(each.selectionSet, above)
      if (each.kind === Kind.FRAGMENT_SPREAD) return namesOf(fragments.get(each.name.value), above)
      const name = `${above}${each.name.value}`
      return [name, ...namesOf(each.selectionSet, `${name}.`)]
    })
  }
}
