import {
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLList,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { categoryDetailSchemas } from './category-detail.ts'
import { SCALARS } from './scalars.ts'
import { described, nullable, object, ref, type Schema, withOptional } from './schema.ts'

/** A selected field, and the scope that shows it, if it belongs to one. */
interface Place {
  readonly document: DocumentNode
  readonly node: FieldNode
  readonly scope: string | null
}

/**
 * The schemas of the fields that operations select, under the names in the result. So the description of a body always
 * matches the operation that the body comes from. Members have the descriptions of their fields.
 */
export class Selections {
  /** The schemas of the objects, enums and unions found so far, by type name. */
  readonly named: Record<string, Schema> = {}
  readonly #schema: GraphQLSchema

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The schema of the object at a path of names in the operation's result. `base` is the scope of its own members. */
  at(document: DocumentNode, base: string | null, ...path: string[]): Schema {
    const operation = getOperationAST(document)
    let type: GraphQLOutputType | null | undefined = this.#schema.getQueryType()
    let fields = operation ? selected(document, operation.selectionSet) : []
    let scope = base
    for (const name of path) {
      const node = fields.find((field) => nameOf(field) === name)
      scope = (node && scopeOf(fieldOf(type, node))) ?? scope
      type = node && typeOf(type, node)
      fields = node?.selectionSet ? selected(document, node.selectionSet) : []
    }
    if (!isObjectType(type)) throw new Error(`the operation selects no object at ${path.join('.')}`)
    return this.#object(document, type, fields, scope)
  }

  #object(
    document: DocumentNode,
    type: GraphQLOutputType,
    fields: readonly FieldNode[],
    scope: string | null,
  ): Schema {
    const members = fields.map((node): [string, Schema] => {
      const field = fieldOf(type, node)
      const place = { document, node, scope: scopeOf(field) ?? scope }
      return [nameOf(node), described(this.#value(field.type, place, field), textOf(field, place))]
    })
    // A field whose scope is not visible is absent, not null.
    const optional = fields.filter((node) => scopeOf(fieldOf(type, node))).map(nameOf)
    const schema = withOptional(object(Object.fromEntries(members)), optional)
    const description = isObjectType(type) ? type.description : null
    return description ? { description, ...schema } : schema
  }

  #value(type: GraphQLOutputType, place: Place, field: Field): Schema {
    if (!isNonNullType(type)) return nullable(this.#present(type, place, field))
    return this.#present(type.ofType, place, field)
  }

  #present(type: GraphQLOutputType, place: Place, field: Field): Schema {
    if (isListType(type)) return listSchema(this.#value(type.ofType, place, field), type, field)
    if (isEnumType(type)) return this.#reference(type.name, enumSchema(type))
    if (!isObjectType(type)) return this.#scalar(String(type), field.extensions.jsonSchema)
    const { document, node, scope } = place
    const fields = node.selectionSet ? selected(document, node.selectionSet) : []
    return this.#reference(type.name, this.#object(document, type, fields, scope))
  }

  #scalar(name: string, narrower: unknown): Schema {
    if (typeof narrower === 'function') {
      Object.assign(this.named, categoryDetailSchemas(narrower()))
      return ref('CategoryDetail')
    }
    const { maxItems: _ofList, ...narrowed } = Object(narrower)
    return { ...SCALARS[name], ...narrowed }
  }

  // Operations can select different fields of the same type. Only the first selection gets the name.
  #reference(name: string, schema: Schema): Schema {
    this.named[name] ??= schema
    return JSON.stringify(this.named[name]) === JSON.stringify(schema) ? ref(name) : schema
  }
}

type Field = GraphQLField<unknown, unknown>

function listSchema(items: Schema, type: GraphQLList<GraphQLOutputType>, field: Field): Schema {
  const of = getNamedType(type)
  if (isEnumType(of))
    return { type: 'array', items, maxItems: of.getValues().length, uniqueItems: true }
  const { maxItems } = Object(field.extensions.jsonSchema)
  return { type: 'array', items, ...(maxItems !== undefined && { maxItems }) }
}

function enumSchema(type: GraphQLEnumType): Schema {
  const values = type.getValues()
  const lines = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  return {
    type: 'string',
    enum: values.map(({ name }) => name),
    description: [type.description, '', ...lines].join('\n'),
  }
}

function textOf({ description }: Field, { scope }: Place): string {
  if (!description) throw new Error('a field has no description')
  return scope === null || description.includes(`${scope} scope`)
    ? description
    : `${description} Scope: ${scope}.`
}

function scopeOf({ extensions }: Field): string | null {
  return typeof extensions.scope === 'string' ? extensions.scope : null
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

// Fields that `include` adds have another form in the body: a list with pages. They are described separately.
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
