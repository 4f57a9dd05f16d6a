import type { RecordedAnswer, RecordedAnswers } from './answers.ts'
import { typeOf } from './constraints.ts'
import { renderCode } from './highlight.ts'
import { type Html, html } from './html.ts'
import type { Answer, Interface, Operation, Parameter } from './interface.ts'
import { headingOf, renderLine, renderText } from './markdown.ts'
import { line, memberList, parameterList, type Schemas, type Shown } from './members.ts'
import { schemaOf } from './objects-page.ts'
import type { Page } from './page.ts'
import { sampleTabs } from './samples.ts'

/** The address of the page of an operation. */
export const addressOfOperation = ({ operationId }: Pick<Operation, 'operationId'>) =>
  `/docs/api/${operationId}`

/** The page of an operation: its parameters, answers and errors, with examples. */
export function operationPage(
  operation: Operation,
  { components }: Interface,
  answers: RecordedAnswers,
): Page {
  const { summary, description } = operation
  const answer = answers[operation.operationId]
  const sections = sectionsOf(operation, components.schemas, answer)
  const version = versionOf(operation)
  const form = runForm(operation, version ?? '')
  const headings = sections.map(({ id, title }) => ({ id, title, depth: 2 }))
  return {
    path: addressOfOperation(operation),
    title: summary,
    label: summary,
    summary: `${summary}: ${operation.method.toUpperCase()} ${operation.path}`,
    body: html`${addressLine(operation)}${renderText(description)}
${sections.map((section) => [headingOf({ id: section.id, depth: 2 }, html`${section.title}`), section.body])}${form}`,
    headings: form === null ? headings : [...headings, { id: 'run', title: 'Run', depth: 2 }],
    members: sections.flatMap(({ members = [] }) => members),
  }
}

function addressLine({ method, path }: Pick<Operation, 'method' | 'path'>): Html {
  return html`<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>`
}

interface PageSection extends Partial<Shown> {
  readonly id: string
  readonly title: string
}

function sectionsOf(
  operation: Operation,
  schemas: Schemas,
  answer: RecordedAnswer | undefined,
): readonly PageSection[] {
  const { parameters, requestBody } = operation
  const taken = Object.values(requestBody?.content ?? {})[0]?.schema
  const request = parameterList(parameters)
  return [
    { id: 'example', title: 'Example', body: exampleOf(operation, answer) },
    { id: 'parameters', title: 'Parameters', ...request },
    ...(taken
      ? [{ id: 'body', title: 'Body', ...memberList(schemaOf(taken, schemas), 'body', schemas) }]
      : []),
    { id: 'response', title: 'Response', ...responseOf(operation, schemas) },
    { id: 'errors', title: 'Errors', body: errorsOf(operation) },
  ]
}

function exampleOf(operation: Operation, answer: RecordedAnswer | undefined): Html {
  const { method, path, security } = operation
  const isKey = security.some((each) => 'apiKey' in each)
  const sample = sampleTabs(
    {
      method,
      path: answer?.path ?? withExamples(operation),
      variable: isKey ? 'ORANGERY_KEY' : 'ORANGERY_TOKEN',
      version: versionOf(operation),
      body: answer?.sent,
    },
    `language-of-${operation.operationId}`,
  )
  if (!answer) return html`${sample}`
  const text = answer.body === null ? '' : JSON.stringify(answer.body, null, 2)
  return html`${sample}
<p>What the gateway answered, status ${answer.status}${path.startsWith('/api') && ', for a sandbox client'}:</p>
${text === '' ? html`<p>No body.</p>` : renderCode(text, 'json', 'The answer')}`
}

/** The path with an example in the place of each part of it. */
function withExamples({ path, parameters }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_part, name) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example
    return example === undefined ? '…' : String(example)
  })
}

function versionOf({ parameters }: { readonly parameters: readonly Parameter[] }): string | null {
  const header = parameters.find(({ name }) => name === 'X-Service-Version')
  return header ? String(header.example ?? '2024-01-01') : null
}

function responseOf({ responses }: Operation, schemas: Schemas): Shown {
  const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const parts = good.map(([status, answer]) => {
    const schema = contentOf(answer)?.schema
    const list = schema && memberList(schemaOf(schema, schemas), 'response', schemas)
    const head = html`${line(`**${status}** ${answer.description}`)}${schema && html`<p class="limits">${typeOf(schema)}</p>`}`
    const headers = Object.keys(answer.headers)
    const named = headers.map(
      (name, i) =>
        html`${i > 0 && ', '}<a href="/docs/api#${headerId(name)}"><code>${name}</code></a>`,
    )
    return {
      body: html`${head}${list?.body}${headers.length > 0 && html`<p class="limits">Headers: ${named}</p>`}`,
      members: list?.members ?? [],
    }
  })
  return {
    body: html`${parts.map(({ body }) => body)}`,
    members: parts.flatMap(({ members }) => members),
  }
}

/** The anchor of a response header on the page of the interface. */
export const headerId = (name: string) => `header.${name}`

/** The JSON of an answer. */
export function contentOf({ content }: Answer) {
  return Object.values(content)[0]
}

function errorsOf({ responses }: Operation): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => /^[45]|default/.test(status))
    .map(([status, answer]) => {
      const codes = Object.keys(contentOf(answer)?.examples ?? {})
      const links = codes.map(
        (code, i) => html`${i > 0 && ' '}<a href="/docs/errors#${code}"><code>${code}</code></a>`,
      )
      return html`<tr><td>${status === 'default' ? 'other' : status}</td><td>${links}</td><td>${renderLine(answer.description)}</td></tr>
`
    })
  return html`<div class="wide" tabindex="0" role="group" aria-label="Errors"><table><thead><tr><th>Status</th><th>Codes</th><th>When</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

// The script sends these itself.
const OWN_HEADERS = ['X-Service-Version', 'X-Request-Id', 'If-None-Match']

// The form with which a read is sent from the page with the secret of a sandbox key. The field of the secret has no
// name, so that no form can put it into an address. Null for an operation that needs another credential or writes.
function runForm(operation: Operation, version: string): Html | null {
  const { method, path, security, parameters } = operation
  if (method !== 'get' || !security.some((each) => 'apiKey' in each)) return null
  const taken = parameters.filter(({ name }) => !OWN_HEADERS.includes(name))
  return html`<section class="run of-script" aria-labelledby="run">
<h2 id="run">Run</h2>
<p>Send the request from this page with the secret of a sandbox key. The secret stays on this page: it is not stored, and leaves with the page. <code>client_id</code> and <code>registry_id</code> are filled in from the key if you leave them empty.</p>
<form class="run-form" data-path="${path}" data-version="${version}" autocomplete="off">
<p><label for="run-key">Secret of a sandbox key</label><input id="run-key" class="run-key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"></p>
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
