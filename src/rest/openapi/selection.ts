import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { CATEGORIES } from '../../access/categories.ts'
import { nullable, object, type Schema, withOptional } from './schema.ts'

const SCALARS: Record<string, Schema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  ByteCount: { type: 'integer', format: 'int64' },
  Decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  CategoryDetail: {
    type: 'object',
    description: 'The members that belong to the category that `type` names; each may be absent.',
    required: ['type'],
    properties: { type: { type: 'string', enum: CATEGORIES } },
  },
}

/**
 * The schemas of what operations select, under the names in the result: so the description of a body
 * always matches the operation that the body comes from.
 */
export class Selections {
  /** The schemas of the objects found so far, by type name. */
  readonly objects: Record<string, Schema> = {}
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The schema of the object at a path of names in the operation's result. */
  at(document: DocumentNode, ...path: string[]): Schema {
    const operation = getOperationAST(document)
    let type: GraphQLOutputType | null | undefined = this.#schema.getQueryType()
    let fields = operation ? selected(document, operation.selectionSet) : []
    for (const name of path) {
      const node = fields.find((field) => nameOf(field) === name)
      type = node && typeOf(type, node)
      fields = node?.selectionSet ? selected(document, node.selectionSet) : []
    }
    if (!isObjectType(type)) throw new Error(`the operation selects no object at ${path.join('.')}`)
    return this.#object(document, type, fields)
  }

  #object(document: DocumentNode, type: GraphQLOutputType, fields: readonly FieldNode[]): Schema {
    const members = fields.map((node): [string, Schema] => {
      const field = fieldOf(type, node)
      const schema = this.#value(document, field.type, node)
      return [
        nameOf(node),
        field.description ? { ...schema, description: field.description } : schema,
      ]
    })
    // Absent, not null, where its scope is not visible.
    const optional = fields.filter((node) => fieldOf(type, node).extensions.scope).map(nameOf)
    return withOptional(object(Object.fromEntries(members)), optional)
  }

  #value(document: DocumentNode, type: GraphQLOutputType, node: FieldNode): Schema {
    if (!isNonNullType(type)) return nullable(this.#present(document, type, node))
    return this.#present(document, type.ofType, node)
  }

  #present(document: DocumentNode, type: GraphQLOutputType, node: FieldNode): Schema {
    if (isListType(type)) return { type: 'array', items: this.#value(document, type.ofType, node) }
    if (isEnumType(type))
      return { type: 'string', enum: type.getValues().map((value) => value.name) }
    const name = String(type)
    if (!isObjectType(type)) return SCALARS[name] ?? {}
    const fields = node.selectionSet ? selected(document, node.selectionSet) : []
    const schema = this.#object(document, type, fields)
    // The same type may be selected in several ways: only the first has the name.
    this.objects[name] ??= schema
    const isKnown = JSON.stringify(this.objects[name]) === JSON.stringify(schema)
    return isKnown ? { $ref: `#/components/schemas/${name}` } : schema
  }
}

function selected(document: DocumentNode, set: SelectionSetNode): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return isSideload(selection) ? [] : [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return selected(document, selection.selectionSet)
    const fragment = document.definitions.find(
      (part) => part.kind === Kind.FRAGMENT_DEFINITION && part.name.value === selection.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? selected(document, fragment.selectionSet)
      : []
  })
}

// What `include` adds is not shown as it is selected, but as a list with its pages.
function isSideload(node: FieldNode): boolean {
  return node.directives?.some((directive) => directive.name.value === 'include') ?? false
}

function nameOf(node: FieldNode): string {
  return (node.alias ?? node.name).value
}

function fieldOf(type: GraphQLOutputType | null | undefined, node: FieldNode) {
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
  if (!field) throw new Error(`${type} has no field ${node.name.value}`)
  return field
}

function typeOf(parent: GraphQLOutputType | null | undefined, node: FieldNode): GraphQLOutputType {
  let { type } = fieldOf(parent, node)
  while (isNonNullType(type) || isListType(type)) type = type.ofType
  return type
}
