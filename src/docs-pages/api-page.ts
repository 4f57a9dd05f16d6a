import type { Interface } from '../openapi/document.ts'
import type { Operation } from '../openapi/interface.ts'
import { type Html, html, separated } from './html.ts'
import { renderText } from './markdown.ts'
import { constraintsOf, itemOf, listOf, memberList, patternOf, typeOf } from './members.ts'
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

function operationList(operations: readonly Operation[]): Html {
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

/** The page of all objects: a section for each schema that has a name, with its members. */
export function objectsPage({ components }: Interface): Page {
  return pageOf({
    path: '/docs/api/objects',
    title: 'Objects',
    summary: 'The objects of requests and responses, and all of their members.',
    intro: html`<p>The objects of requests and responses. “Always” is a member that every object has, even if its value can be null.</p>`,
    parts: Object.entries(components.schemas).map(([name, schema]) => {
      const list = memberList(schema, name)
      const value = separated('; ', [typeOf(schema), ...constraintsOf(schema)])
      const shown = schema.properties
        ? list.body
        : html`<p class="limits">${value}</p>${patternOf(schema)}`
      const body = html`${renderText(schema.description ?? '')}${shown}`
      return { id: name, title: name, ...list, body }
    }),
  })
}

/** The first page: what the gateway is, first steps, and where each task is described. */
export function startPage({ operations }: Interface, samples: readonly string[]): Page {
  const reads = operations.filter(({ tags }) => tags.includes('portfolio'))
  return pageOf({
    path: '/docs',
    title: 'Documentation',
    label: 'Start',
    summary: 'How firms read the portfolios that clients share with them, over REST and GraphQL.',
    intro: html`<p>For developers who read portfolios with an API key. A client grants a key of your firm access to their portfolio, within scopes and a filter. Your program reads it over REST or GraphQL. A key or a grant that ends stops at once.</p>`,
    parts: [
      {
        id: 'first-steps',
        title: 'First steps',
        body: html`<ol>
<li>Create a sandbox key in the <a href="/">portal</a> under API &amp; Integrations → Service API. It can read a fictional client from the start.</li>
<li><a href="/docs/guide/first-request">Send the first request</a>, or press Run on <a href="/docs/api/listAssets#run">List assets</a>.</li>
<li><a href="/docs/guide/installing">Install a package</a> for TypeScript or Python.</li>
<li><a href="/docs/guide/connecting">Connect a client</a> with a production key.</li>
</ol>`,
      },
      {
        id: 'tasks',
        title: 'Tasks',
        body: html`<ul class="cards">
<li><a href="/docs/guide/assets">Read assets</a><br>Scopes and blocks, money, open lists.</li>
<li><a href="/docs/guide/syncing">Keep a mirror</a><br>Changes since the last run, proved by a digest.</li>
<li><a href="/docs/guide/changes">Follow all clients</a><br>One request says what happened to every grant.</li>
<li><a href="/docs/guide/webhooks">Receive webhooks</a><br>Signed events instead of polling.</li>
<li><a href="/docs/guide/graphql">Use GraphQL</a><br>Several things in one request.</li>
<li><a href="/docs/guide/dashboards">Build a dashboard</a><br>Totals, the most valuable assets, a chart.</li>
<li><a href="/docs/guide/sandbox">Rehearse in the sandbox</a><br>Removals, ended grants, errors.</li>
<li><a href="/docs/guide/conformance">Test your mirror</a><br>A kit that says what it loses.</li>
<li><a href="/docs/errors">Look up an error</a><br>Every code, and what to do.</li>
</ul>`,
      },
      { id: 'operations', title: 'REST operations', body: operationList(reads) },
      {
        id: 'files',
        title: 'Files for programs',
        body: html`<ul>
<li><a href="/openapi.json">openapi.json</a>: the REST paths, as OpenAPI</li>
<li><a href="/schema.graphql">schema.graphql</a>: the GraphQL schema</li>
<li><a href="/clients/orangery.postman_collection.json">orangery.postman_collection.json</a>: every request, for Postman and Bruno</li>
<li><a href="/graphql">GraphiQL</a>: run GraphQL queries in the browser</li>
${samples.map((name) => html`<li><a href="/docs/guide/samples/${name}">${name}</a>: a complete program of the guide</li>`)}
</ul>`,
      },
    ],
  })
}
