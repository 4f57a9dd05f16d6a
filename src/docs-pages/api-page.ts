import type { Interface } from '../openapi/document.ts'
import type { Operation } from '../openapi/interface.ts'
import { type Html, html } from './html.ts'
import { renderText } from './markdown.ts'
import { itemOf, listOf } from './members.ts'
import { addressOfOperation, headerId } from './operation-page.ts'
import { type Page, pageOf, type Shown } from './page.ts'

/** The page of the interface: what holds for all operations, and the operations. */
export function apiPage({ about, components, operations }: Interface): Page {
  const { info, tags } = about
  return pageOf({
    path: '/docs/api',
    title: 'API reference',
    label: 'Overview',
    summary: 'The operations of the REST interface, their credentials and headers.',
    intro: html`<p>The REST interface, generated from <a href="/openapi.json">openapi.json</a>.</p>`,
    parts: [
      { id: 'operations', title: 'Operations', body: operationLists(tags, operations) },
      { id: 'every-request', title: 'Every request', body: renderText(info.description) },
      { id: 'credentials', title: 'Credentials', ...definitions(components.securitySchemes) },
      { id: 'headers', title: 'Response headers', ...definitions(components.headers, headerId) },
    ],
  })
}

/** The operations of a tag, as links. */
export function operationList(operations: readonly Operation[]): Html {
  const items = operations.map(
    (each) =>
      html`<li><a href="${addressOfOperation(each)}">${each.summary}</a> <code>${each.method.toUpperCase()} ${each.path}</code></li>
`,
  )
  return html`<ul>${items}</ul>`
}

function operationLists(tags: Interface['about']['tags'], operations: readonly Operation[]): Html {
  return html`${tags.map(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags.includes(name))
    return own.length > 0 && html`${renderText(description)}${operationList(own)}`
  })}`
}

type Described = Readonly<Record<string, { readonly description: string }>>

function definitions(parts: Described, idOf = (name: string) => name): Shown {
  return listOf(
    Object.entries(parts).map(([name, { description }]) =>
      itemOf(idOf(name), name, '', { body: renderText(description), members: [] }),
    ),
  )
}
