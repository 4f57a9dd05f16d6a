import {
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type MergedField, mergeFields, type Selections } from '../merged-fields.ts'

/** The result of an object. */
export type ResultObject = Record<string, unknown>

/** How the value of a field, or of an entry of its list, becomes a part of the result. */
export type Shape = LeafShape | ListShape | ObjectShape

/** A scalar or an enum. */
export interface LeafShape {
  readonly kind: 'leaf'
  readonly isRequired: boolean
  readonly type: GraphQLLeafType
}

interface ListShape {
  readonly kind: 'list'
  readonly isRequired: boolean
  readonly item: Shape
}

/** The selection of an object. */
export interface ObjectShape {
  readonly kind: 'object'
  readonly isRequired: boolean
  readonly fields: readonly PlannedField[]
  /** A result with all members, to be copied. V8 gives all copies one hidden class, which takes much less memory. */
  readonly empty: ResultObject
}

/** A field of a selection: what is the same for all objects that it is selected from. */
export interface PlannedField {
  /** Its name in the result. */
  readonly name: string
  readonly nodes: MergedField
  readonly parentType: GraphQLObjectType
  readonly definition: GraphQLField<unknown, unknown>
  readonly shape: Shape
}

/**
 * Plans selections of objects of a type: merges the fields, finds their definitions, and plans what is below them.
 * Throws for interfaces and unions: the schema has none.
 */
export function planSelections(
  schema: GraphQLSchema,
  selections: Selections,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ObjectShape {
  return planObject(type, sets, false)

  function planObject(
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    isRequired: boolean,
  ): ObjectShape {
    if (type.isTypeOf) throw new Error(`${type.name} has isTypeOf, which is not supported.`)
    const fields = mergeFields(sets, selections).flatMap((nodes) => planField(type, nodes) ?? [])
    return { kind: 'object', isRequired, fields, empty: emptyResult(fields) }
  }

  function planField(parentType: GraphQLObjectType, nodes: MergedField): PlannedField | null {
    const [{ alias, name }] = nodes
    const definition = definitionOf(schema, parentType, name.value)
    if (!definition) return null
    const shape = planType(definition.type, nodes, false)
    return { name: (alias ?? name).value, nodes, parentType, definition, shape }
  }

  function planType(type: GraphQLOutputType, nodes: MergedField, isRequired: boolean): Shape {
    if (isNonNullType(type)) return planType(type.ofType, nodes, true)
    if (isListType(type))
      return { kind: 'list', isRequired, item: planType(type.ofType, nodes, false) }
    if (isLeafType(type)) return { kind: 'leaf', isRequired, type }
    if (!isObjectType(type)) throw new Error(`${type.name} is abstract, which is not supported.`)
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return planObject(type, sets, isRequired)
  }
}

function definitionOf(schema: GraphQLSchema, parentType: GraphQLObjectType, name: string) {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (parentType === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return parentType.getFields()[name]
}

// The name `__proto__` is valid. A member that is defined does not set the prototype, as one that is assigned does.
function emptyResult(fields: readonly PlannedField[]): ResultObject {
  const empty: ResultObject = {}
  for (const { name } of fields)
    Object.defineProperty(empty, name, {
      value: null,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return empty
}
