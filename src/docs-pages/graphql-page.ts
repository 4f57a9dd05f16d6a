import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
} from 'graphql'
import type { AuthScopes } from '../schema/auth-scopes.ts'
import { type Html, html } from './html.ts'
import { renderText } from './markdown.ts'
import { itemOf, listOf } from './members.ts'
import { type Page, pageOf, type Shown } from './page.ts'

/** The page of GraphQL: what a key can ask for, and the types of the answers. */
export function graphqlPage(schema: GraphQLSchema): Page {
  const { roots, types } = partnerTypes(schema)
  return pageOf({
    path: '/docs/graphql',
    title: 'GraphQL types',
    summary: 'The GraphQL fields that serve an API key, and their types.',
    intro: html`<p>What an API key can ask for, from <a href="/schema.graphql">schema.graphql</a>. <a href="/docs/guide/graphql">The guide</a> explains it, and <a href="/graphql">GraphiQL</a> runs queries.</p>`,
    parts: [...roots, ...types].map(({ type: { name, description }, parts }) => {
      const { body, members } = listOf(parts.map((part) => partItem(name, part)))
      return {
        id: name,
        title: name,
        body: html`${renderText(description ?? '')}
${parts.length > 0 && body}`,
        members,
      }
    }),
  })
}

function partItem(owner: string, { name, type, description, args = [] }: TypePart): Shown {
  const id = `${owner}.${name}`
  const beside = type && html` <span class="type">${typeLink(type)}</span>`
  const { body } = listOf(args.map((each) => partItem(id, each)))
  // The search finds no arguments.
  return itemOf(id, name, beside, {
    body: html`${renderText(description ?? '')}${args.length > 0 && html`<details><summary>Arguments</summary>${body}</details>`}`,
    members: [],
  })
}

function typeLink(type: GraphQLType): Html {
  const named = getNamedType(type)
  if (isSpecifiedScalarType(named)) return html`${String(type)}`
  const [before = '', after = ''] = String(type).split(named.name)
  return html`${before}<a href="#${named.name}">${named.name}</a>${after}`
}

interface PartnerType {
  readonly type: GraphQLNamedType
  readonly parts: readonly TypePart[]
}

// A field, an input field or a value of a type. A value has no type.
interface TypePart {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly GraphQLArgument[]
}

/** The root types, and the types that the fields lead to that serve a key, in the order of names. */
export function partnerTypes(schema: GraphQLSchema): Record<'roots' | 'types', PartnerType[]> {
  const sorted = lexicographicSortSchema(schema)
  const found = new Map<GraphQLNamedType, PartnerType>()
  const add = (type: GraphQLNamedType): void => {
    if (found.has(type) || isSpecifiedScalarType(type)) return
    const parts = partsOf(type)
    found.set(type, { type, parts })
    for (const part of parts)
      for (const each of [part, ...(part.args ?? [])]) if (each.type) add(getNamedType(each.type))
  }
  const rootTypes = [sorted.getQueryType(), sorted.getMutationType()].filter((type) => !!type)
  rootTypes.forEach(add)
  const isRoot = ({ type }: PartnerType) => rootTypes.some((root) => root === type)
  const all = [...found.values()]
  const types = all.filter((each) => !isRoot(each))
  return {
    roots: all.filter(isRoot),
    types: types.sort((a, b) => (a.type.name < b.type.name ? -1 : 1)),
  }
}

function partsOf(type: GraphQLNamedType): readonly TypePart[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ name, description }))
  if (isObjectType(type))
    return Object.values(type.getFields()).filter((field) => servesKeys(type, field))
  return isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
}

function servesKeys(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  const isOwnRule = optionOf(field, 'skipTypeScopes') === true
  const ofType = isOwnRule || hasKeyScope(optionOf(type, 'authScopes'))
  return ofType && hasKeyScope(optionOf(field, 'authScopes'))
}

const SCOPES_OF_KEYS: readonly (keyof AuthScopes)[] = ['caller', 'partner', 'portfolioReader']

// A function asks for a scope of the grant, which a key can have.
function hasKeyScope(authScopes: unknown): boolean {
  if (typeof authScopes !== 'object' || authScopes === null) return true
  return SCOPES_OF_KEYS.some((name) => name in authScopes)
}

// The options with which a field or a type was given to the builder.
function optionOf(
  { extensions }: GraphQLObjectType | GraphQLField<unknown, unknown>,
  name: string,
) {
  const { pothosOptions: options } = extensions
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined
}
