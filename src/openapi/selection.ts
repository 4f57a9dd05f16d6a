import {
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLList,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { openList } from '../values/json-schema.ts'
import { categoryDetailSchema } from './category-detail.ts'
import { requireMember, SCHEMAS } from './fixed-parts.ts'
import { nullable, object, ref, type Schema, withRestNames } from './schema.ts'

/**
 * The lists of values in responses that are closed, by the names of their GraphQL enums, with the reason. A program
 * cannot go on without knowing such a value, so a new one needs a new version. All other lists of responses are open.
 */
export const CLOSED_LISTS: Readonly<Record<string, string>> = {
  Environment: 'It decides whose portfolios a key reads.',
  SyncMode: 'It decides whether a page replaces a mirror or changes it.',
  ConnectionState: 'It decides whether a client is connected.',
}

type Field = GraphQLField<unknown, unknown>

/** The selection of an operation in a field, and the scope that shows the field, if it belongs to one. */
interface Selection {
  readonly document: DocumentNode
  readonly set: SelectionSetNode | undefined
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
    let type: GraphQLNamedType | null | undefined = this.#schema.getQueryType()
    let selection: Selection = {
      document,
      set: getOperationAST(document)?.selectionSet,
      scope: base,
    }
    for (const name of path) {
      const node = fieldsOf(selection).find((each) => nameOf(each) === name)
      if (!node) throw new Error(`the operation does not select ${path.join('.')}`)
      const field = fieldOf(type, node)
      selection = within(selection, node, field)
      type = getNamedType(field.type)
    }
    return this.#object(type, selection)
  }

  #object(type: GraphQLNamedType | null | undefined, selection: Selection): Schema {
    const members: Record<string, Schema> = {}
    const optional: string[] = []
    for (const node of fieldsOf(selection)) {
      const field = fieldOf(type, node)
      const inner = within(selection, node, field)
      // A field whose scope is not visible is absent, not null.
      const isOptional = scopeOf(field) !== null
      const value = isOptional
        ? this.#present(getNullableType(field.type), field, inner)
        : this.#value(field.type, field, inner)
      members[nameOf(node)] = { ...value, description: textOf(field, inner.scope) }
      if (isOptional) optional.push(nameOf(node))
    }
    return {
      ...(type?.description && { description: type.description }),
      ...object(members, optional),
    }
  }

  #value(type: GraphQLOutputType, field: Field, selection: Selection): Schema {
    if (isNonNullType(type)) return this.#present(type.ofType, field, selection)
    return nullable(this.#present(type, field, selection))
  }

  #present(type: GraphQLOutputType, field: Field, selection: Selection): Schema {
    if (isListType(type)) return listSchema(this.#value(type.ofType, field, selection), type, field)
    if (isEnumType(type)) return this.#reference(type.name, enumSchema(type))
    if (isInterfaceType(type)) return this.#byCategory(field.extensions.jsonSchema)
    if (isObjectType(type)) return this.#reference(type.name, this.#object(type, selection))
    return this.#scalar(String(type), field.extensions.jsonSchema)
  }

  // The interface of the schema is the detail of a category.
  #byCategory(describe: unknown): Schema {
    if (typeof describe !== 'function') throw new Error('an interface has no members by category')
    this.named.CategoryDetail ??= categoryDetailSchema(describe())
    return ref('CategoryDetail')
  }

  #scalar(name: string, narrower: unknown): Schema {
    const { maxItems: _ofList, ...narrowed } = Object(narrower)
    return { ...requireMember(SCHEMAS.scalars, name), ...narrowed }
  }

  // Operations can select different fields of the same type. Only the first selection gets the name.
  #reference(name: string, schema: Schema): Schema {
    this.named[name] ??= schema
    return JSON.stringify(this.named[name]) === JSON.stringify(schema) ? ref(name) : schema
  }
}

// An open list can have more values than it has now.
const MAX_VALUES = 64

function listSchema(items: Schema, type: GraphQLList<GraphQLOutputType>, field: Field): Schema {
  const of = getNamedType(type)
  if (isEnumType(of)) return { type: 'array', items, maxItems: MAX_VALUES, uniqueItems: true }
  const { maxItems } = Object(field.extensions.jsonSchema)
  return { type: 'array', items, ...(maxItems !== undefined && { maxItems }) }
}

function enumSchema(type: GraphQLEnumType): Schema {
  const values = type.getValues()
  const lines = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  const names = values.map(({ name }) => name)
  return {
    type: 'string',
    ...(type.name in CLOSED_LISTS ? { enum: names } : openList(names)),
    description: withRestNames([type.description, '', ...lines].join('\n')),
  }
}

function textOf({ description }: Field, scope: string | null): string {
  if (!description) throw new Error('a field has no description')
  const text = withRestNames(description)
  return scope === null || text.includes(`${scope} scope`) ? text : `${text} Scope: ${scope}.`
}

function within({ document, scope }: Selection, node: FieldNode, field: Field): Selection {
  return { document, set: node.selectionSet, scope: scopeOf(field) ?? scope }
}

function scopeOf({ extensions }: Field): string | null {
  return typeof extensions.scope === 'string' ? extensions.scope : null
}

function fieldsOf(selection: Selection): FieldNode[] {
  const { document, set } = selection
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return isSideload(node) ? [] : [node]
    if (node.kind === Kind.INLINE_FRAGMENT)
      return fieldsOf({ ...selection, set: node.selectionSet })
    const fragment = document.definitions.find(
      (part) => part.kind === Kind.FRAGMENT_DEFINITION && part.name.value === node.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? fieldsOf({ ...selection, set: fragment.selectionSet })
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

function fieldOf(type: GraphQLNamedType | null | undefined, node: FieldNode): Field {
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
  if (!field) throw new Error(`${type} has no field ${node.name.value}`)
  return field
}
