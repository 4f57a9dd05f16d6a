import { type GraphQLType, getNamedType, isSpecifiedScalarType } from 'graphql'
import type { PartnerType, PartnerTypes, TypePart } from './graphql-types.ts'
import { type Html, html } from './html.ts'
import { headingOf, renderText } from './markdown.ts'
import type { Page } from './page.ts'

/** The page of GraphQL: what a key can ask for, and the types of the answers. */
export function graphqlPage({ roots, types }: PartnerTypes): Page {
  const all = [...roots, ...types]
  return {
    path: '/docs/graphql',
    title: 'GraphQL types',
    label: 'GraphQL types',
    summary: 'The GraphQL fields that serve an API key, and their types.',
    body: html`<p>What an API key can ask for, from <a href="/schema.graphql">schema.graphql</a>. <a href="/docs/guide/graphql">The guide</a> explains it, and <a href="/graphql">GraphiQL</a> runs queries.</p>
${all.map(sectionOf)}`,
    headings: all.map(({ type: { name } }) => ({ id: name, title: name, depth: 2 })),
    members: all.flatMap(({ type, parts }) =>
      parts.map(({ name }) => ({ id: `${type.name}.${name}`, title: name })),
    ),
  }
}

function sectionOf({ type, parts }: PartnerType): Html {
  return html`${headingOf({ id: type.name, depth: 2 }, html`${type.name}`)}${renderText(type.description ?? '')}
${parts.length > 0 && partList(type.name, parts)}`
}

function partList(owner: string, parts: readonly TypePart[]): Html {
  return html`<ul class="members">${parts.map((part) => partItem(owner, part))}</ul>`
}

function partItem(owner: string, { name, type, description, args = [] }: TypePart): Html {
  const id = `${owner}.${name}`
  return html`<li id="${id}">
<p class="name"><a class="anchor" href="#${id}"><code>${name}</code></a>${type && html` <span class="type">${typeLink(type)}</span>`}</p>
${renderText(description ?? '')}${args.length > 0 && html`<details><summary>Arguments</summary><ul class="members">${args.map((each) => partItem(id, each))}</ul></details>`}</li>
`
}

function typeLink(type: GraphQLType): Html {
  const named = getNamedType(type)
  if (isSpecifiedScalarType(named)) return html`${String(type)}`
  const [before = '', after = ''] = String(type).split(named.name)
  return html`${before}<a href="#${named.name}">${named.name}</a>${after}`
}
