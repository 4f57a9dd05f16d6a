import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { objectType } from './full-selection.ts'

/** Every field below `Portfolio`, as `Type.field`, with the scopes that the schema says show it. */
export function shownFields(schema: GraphQLSchema): Map<string, Scope[]> {
  const shown = new Map<string, Set<Scope>>()
  visit(objectType(schema, 'Portfolio'), 'registry')
  return new Map(
    [...shown].map(([name, scopes]) => [name, SCOPES.filter((each) => scopes.has(each))]),
  )

  // A field that states no scope is shown by the scope of the block in which it stands.
  function visit(type: GraphQLObjectType, inherited: Scope): void {
    for (const field of Object.values(type.getFields())) {
      const scope = statedScope(field.extensions.scope) ?? inherited
      const name = `${type.name}.${field.name}`
      shown.set(name, (shown.get(name) ?? new Set()).add(scope))
      const below = getNamedType(field.type)
      if (isObjectType(below)) visit(below, scope)
      if (isInterfaceType(below))
        for (const each of schema.getPossibleTypes(below)) visit(each, scope)
    }
  }
}

function statedScope(stated: unknown): Scope | undefined {
  return SCOPES.find((scope) => scope === stated)
}
