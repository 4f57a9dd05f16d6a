import { type GraphQLSchema, type GraphQLType, getNamedType, isSpecifiedScalarType } from 'graphql'
import { partnerTypes, type TypePart } from './graphql-types.ts'
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
