import type { Interface } from '../openapi/document.ts'
import { requireMember } from '../openapi/fixed-parts.ts'
import type { Answer, Operation, Parameter, Schemas } from '../openapi/interface.ts'
import ANSWERS from './answers.json' with { type: 'json' }
import { renderCode } from './highlight.ts'
import { type Html, html, separated } from './html.ts'
import { headingOf, renderLine, renderText } from './markdown.ts'
import { memberList, parameterList, requiredFirst, schemaOf, typeOf } from './members.ts'
import { joined, type Page, type Part, pageOf, type Shown } from './page.ts'
import { sampleTabs } from './samples.ts'

/** A request and the answer to it, recorded by `test/docs-pages/answers.test.ts`. */
interface RecordedAnswer {
  readonly path: string
  readonly sent?: unknown
  readonly status: number
  readonly body: unknown
}

const RECORDED: Readonly<Record<string, RecordedAnswer>> = ANSWERS

export const addressOfOperation = ({ operationId }: Pick<Operation, 'operationId'>) =>
  `/docs/api/${operationId}`

/** The page of an operation: its parameters, answers and errors, with examples. */
export function operationPage(operation: Operation, { components }: Interface): Page {
  const { method, path, summary, description } = operation
  const intro = html`<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>${renderText(description)}`
  const page = pageOf({
    path: addressOfOperation(operation),
    title: summary,
    summary: `${summary}: ${method.toUpperCase()} ${path}`,
    intro,
    parts: partsOf(operation, components.schemas),
  })
  const title = { id: 'example', title: 'Example', depth: 2 }
  const example = html`<section class="example">${headingOf(title, html`Example`)}${exampleOf(operation)}</section>`
  const canRun = method === 'get' && takesKey(operation)
  const run = canRun ? [{ id: 'run', title: 'Run', depth: 2 }] : []
  const body = html`${page.body}${canRun && runForm(operation)}`
  return { ...page, example, body, headings: [title, ...page.headings, ...run] }
}

function partsOf(operation: Operation, schemas: Schemas): readonly Part[] {
  const { parameters, requestBody, responses } = operation
  const taken = requestBody?.content['application/json'].schema
  return [
    { id: 'parameters', title: 'Parameters', ...parameterList(parameters) },
    ...(taken
      ? [{ id: 'body', title: 'Body', ...memberList(schemaOf(taken, schemas), 'body', schemas) }]
      : []),
    { id: 'response', title: 'Response', ...responseOf(operation, schemas) },
    { id: 'errors', title: 'Errors', body: errorsOf(responses) },
  ]
}

function exampleOf(operation: Operation): Html {
  const { method, operationId } = operation
  const { path, sent, status, body } = requireMember(RECORDED, operationId, 'recorded answer')
  const variable = takesKey(operation) ? 'ORANGERY_KEY' : 'ORANGERY_TOKEN'
  const request = { method, path, variable, version: versionOf(operation), body: sent }
  return html`${sampleTabs(request, `language-of-${operationId}`)}
<p>What the gateway answered, status ${status}${path.startsWith('/api') && ', for a sandbox client'}:</p>
${body === null ? html`<p>No body.</p>` : renderCode(JSON.stringify(body, null, 2), 'json', 'The answer')}`
}

const takesKey = ({ security }: Operation) => security.some((each) => 'apiKey' in each)

function versionOf({ parameters }: Operation): string | null {
  const header = parameters.find(({ name }) => name === 'X-Service-Version')
  return header ? String(header.example) : null
}

function responseOf({ responses }: Operation, schemas: Schemas): Shown {
  const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  return joined(
    good.map(([status, { description, content, headers = {} }]) => {
      const { schema } = content?.['application/json'] ?? {}
      const list = schema && memberList(schemaOf(schema, schemas), 'response', schemas)
      const named = Object.keys(headers).map(
        (name) => html`<a href="/docs/api#${headerId(name)}"><code>${name}</code></a>`,
      )
      return {
        body: html`${renderText(`**${status}** ${description}`)}${schema && html`<p class="limits">${typeOf(schema)}</p>`}${list?.body}<p class="limits">Headers: ${separated(', ', named)}</p>`,
        members: list?.members ?? [],
      }
    }),
  )
}

/** The anchor of a response header on the page of the interface. */
export const headerId = (name: string) => `header.${name}`

export function codesOf({ content }: Answer): string[] {
  return Object.keys(content?.['application/json'].examples ?? {})
}

function errorsOf(responses: Operation['responses']): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => /^[45]|default/.test(status))
    .map(([status, answer]) => {
      const links = codesOf(answer).map(
        (code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a>`,
      )
      return html`<tr><td>${status === 'default' ? 'other' : status}</td><td>${renderLine(answer.description)}<br>${separated(' ', links)}</td></tr>
`
    })
  return html`<div class="wide" tabindex="0" role="group" aria-label="Errors"><table><thead><tr><th>Status</th><th>When, with the codes</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

// The script sends these itself.
const OWN_HEADERS = ['X-Service-Version', 'X-Request-Id', 'If-None-Match']

// The field of the secret has no name, so that no form can put it into an address.
function runForm(operation: Operation): Html {
  const { path, parameters } = operation
  const taken = requiredFirst(parameters).filter(({ name }) => !OWN_HEADERS.includes(name))
  return html`<section class="run of-script" aria-labelledby="run">
<h2 id="run">Run</h2>
<p>Send the request from this page with the secret of a sandbox key. The secret is kept for this tab alone: it ends with the tab, or when you empty the field. <code>client_id</code> and <code>registry_id</code> are filled in from the key if you leave them empty.</p>
<form class="run-form" data-path="${path}" data-version="${versionOf(operation)}" autocomplete="off">
<p><label for="run-key">Secret of a sandbox key</label><input id="run-key" class="run-key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"></p>
<p><button type="button" class="run-own" aria-describedby="run-own">Create a key</button> <span id="run-own" class="limits">Signed in to the portal, admins and developers create a sandbox key here. It is named Documentation and ends after a day.</span></p>
${taken.map(field)}
<p><button type="submit">Send</button> <span class="run-status" role="status"></span></p>
</form>
<div class="run-answer" hidden></div>
</section>
`
}

function field({ name, in: place, required }: Parameter): Html {
  const id = `run-${name}`
  return html`<p><label for="${id}"><code>${name}</code>${required && html` <span class="flag">required</span>`}</label><input id="${id}" data-in="${place}" data-name="${name}" spellcheck="false" autocomplete="off"></p>
`
}
