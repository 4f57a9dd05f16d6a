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
} from 'graphql'
import { type Selections as Fields, fieldsBelow, fragmentsOf } from '../schema/selection.ts'
import { openList } from '../values/json.ts'
import { requireMember, SCHEMAS } from './fixed-parts.ts'
import { nullable, object, ref, type Schema, type Schemas, withRestNames } from './interface.ts'

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

// Fields that `include` adds have another form in the body: a list with pages. They are described separately.
const WITHOUT_SIDELOADS = { withValuations: false, withDocuments: false }

/** The selection of an operation in a field, the type of the field, and the scope that shows it, if it has one. */
interface Selection {
  readonly type: GraphQLNamedType | null | undefined
  readonly document: Fields
  readonly nodes: readonly Pick<FieldNode, 'selectionSet'>[]
  readonly scope: string | null
}

/** The schemas of the fields that operations select: a description always matches the operation of its body. */
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
    let selection: Selection = {
      type: this.#schema.getQueryType(),
      document: {
        schema: this.#schema,
        fragments: fragmentsOf(document),
        variableValues: WITHOUT_SIDELOADS,
      },
      nodes: operation ? [operation] : [],
      scope: base,
    }
    for (const name of path) {
      const found = fieldsOf(selection).find((each) => each.name === name)
      if (!found) throw new Error(`the operation does not select ${path.join('.')}`)
      selection = found.inner
    }
    return this.#object(selection)
  }

  #object(selection: Selection): Schema {
    const members: Record<string, Schema> = {}
    const optional: string[] = []
    for (const { name, field, inner } of fieldsOf(selection)) {
      // A field whose scope is not visible is absent, not null.
      const isOptional = scopeOf(field) !== null
      const value = isOptional
        ? this.#present(getNullableType(field.type), field, inner)
        : this.#value(field.type, field, inner)
      members[name] = { ...value, description: textOf(field, inner.scope) }
      if (isOptional) optional.push(name)
    }
    return {
      ...(selection.type?.description && { description: selection.type.description }),
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
    if (isObjectType(type)) return this.#reference(type.name, this.#object(selection))
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

function scopeOf({ extensions }: Field): string | null {
  return typeof extensions.scope === 'string' ? extensions.scope : null
}

// The fields by their names in the result, each with its own selection.
function fieldsOf({ type, document, nodes: parents, scope }: Selection) {
  return fieldsBelow(parents, type, document).map((nodes) => {
    const [{ alias, name }] = nodes
    const field = isObjectType(type) ? type.getFields()[name.value] : undefined
    if (!field) throw new Error(`${type} has no field ${name.value}`)
    const inner: Selection = {
      type: getNamedType(field.type),
      document,
      nodes,
      scope: scopeOf(field) ?? scope,
    }
    return { name: (alias ?? name).value, field, inner }
  })
}

// The detail of all categories as one object, with the members of every category. A union of objects would reject the
// detail of a category that is new. `byCategory` has the schema of the members of each category.
function categoryDetailSchema(byCategory: Schemas): Schema {
  const members = new Map<string, Member>()
  for (const [category, schema] of Object.entries(byCategory))
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      members.set(name, merge(name, category, member, members.get(name)))
  const described = [...members].map(([name, { schema, texts }]) => [
    name,
    { ...schema, description: describe(texts) },
  ])
  const type = { ...ref('Category'), description: 'The category of the asset.' }
  return {
    description:
      'The members of the category that `type` names. Each of them is absent if it is not known.',
    ...object({ type, ...Object.fromEntries(described) }, [...members.keys()]),
  }
}

/** A member with its descriptions, and the categories of each. */
interface Member {
  readonly schema: Schema
  readonly texts: ReadonlyMap<string, readonly string[]>
}

// A member has one schema in all categories: otherwise a program could not read it without a union.
function merge(name: string, category: string, member: Schema, earlier?: Member): Member {
  const { description = '', ...schema } = member
  if (earlier && JSON.stringify(earlier.schema) !== JSON.stringify(schema))
    throw new Error(`${name} has another schema in ${category} than in earlier categories`)
  const texts = new Map(earlier?.texts)
  texts.set(description, [...(texts.get(description) ?? []), category])
  return { schema, texts }
}

function describe(texts: Member['texts']): string {
  return [...texts]
    .map(([text, categories]) => `${text} Of \`${categories.join('`, `')}\`.`)
    .join('\n\n')
}
