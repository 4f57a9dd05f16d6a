import type { Interface } from '../openapi/document.ts'
import { operationList } from './api-page.ts'
import { html } from './html.ts'
import { type Page, pageOf } from './page.ts'

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
<li><a href="/docs/guide/first-request">Send the first request</a>, or press Run on <a href="/docs/api/get_assets#run">List assets</a>.</li>
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
      {
        id: 'operations',
        title: 'REST operations',
        body: html`${operationList(reads)}`,
      },
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
