import { type Html, html } from './html.ts'
import type { Interface, Operation } from './interface.ts'
import { headingOf, renderLine, renderText } from './markdown.ts'
import { addressOfOperation, headerId } from './operation-page.ts'
import type { Page } from './page.ts'

/** The page of the interface: what holds for all operations, and the operations. */
export function apiPage(description: Interface): Page {
  const { info, components, operations, tags } = description
  const headers = headersOf(operations)
  const parts = [
    { id: 'operations', title: 'Operations', body: operationLists(tags, operations) },
    { id: 'every-request', title: 'Every request', body: renderText(info.description) },
    { id: 'credentials', title: 'Credentials', body: definitions(components.securitySchemes) },
    { id: 'headers', title: 'Response headers', body: definitions(headers, headerId) },
  ]
  return {
    path: '/docs/api',
    title: 'API reference',
    label: 'Overview',
    summary: 'The operations of the REST interface, their credentials and headers.',
    body: html`<p>The REST interface, generated from <a href="/openapi.json">openapi.json</a>.</p>
${parts.map(({ id, title, body }) => [headingOf({ id, depth: 2 }, html`${title}`), body])}`,
    headings: parts.map(({ id, title }) => ({ id, title, depth: 2 })),
    members: Object.keys(headers).map((name) => ({ id: headerId(name), title: name })),
  }
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

function operationLists(tags: Interface['tags'], operations: readonly Operation[]): Html {
  return html`${tags.map(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags.includes(name))
    return own.length > 0 && html`${renderText(description)}${operationList(own)}`
  })}`
}

type Described = Readonly<Record<string, { readonly description: string }>>

function headersOf(operations: readonly Operation[]): Described {
  const answers = operations.flatMap(({ responses }) => Object.values(responses))
  return Object.assign({}, ...answers.map(({ headers }) => headers))
}

function definitions(parts: Described, idOf = (name: string) => name): Html {
  const items = Object.entries(parts).map(
    ([name, { description }]) => html`<li id="${idOf(name)}">
<p class="name"><a class="anchor" href="#${idOf(name)}"><code>${name}</code></a></p><p>${renderLine(description)}</p></li>
`,
  )
  return html`<ul class="members">${items}</ul>`
}
