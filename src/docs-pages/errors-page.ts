import { ERROR_CODES, type ErrorCode, GatewayError, statusOf } from '../errors.ts'
import type { Interface } from '../openapi/document.ts'
import { ERROR_TEXTS } from '../portal/words/errors/error-texts.ts'
import { renderCode } from './highlight.ts'
import { type Html, html, separated } from './html.ts'
import { type Addresses, renderLine } from './markdown.ts'
import { addressOfOperation, codesOf } from './operation-page.ts'
import { type Page, type Part, pageOf } from './page.ts'

/** The page of all error codes. The `Link` header of an error leads to the section of its code. */
export function errorsPage(description: Interface, remedies: Remedies): Page {
  const codes = [...ERROR_CODES].sort((a, b) => statusOf(a) - statusOf(b))
  return pageOf({
    path: '/docs/errors',
    title: 'Error codes',
    summary: 'Every error code of the gateway, its status, what it means and what to do.',
    intro: html`<p>The code of an error is in its body and in <code>X-Error-Code</code>. Each error response has a <code>Link</code> header with <code>rel="help"</code>, which leads to its code on this page. <a href="/docs/guide/errors">Errors and retries</a> says how to retry.</p>`,
    parts: codes.map((code) => partOf(code, description, remedies(code))),
  })
}

function partOf(code: ErrorCode, description: Interface, remedy: Html): Part {
  const { status, type } = new GatewayError(code, '')
  const example = description.components.examples[`portfolio_${code}`]
  const body = html`<p class="limits">Status ${status}, type <code>${type}</code></p>
<p>${ERROR_TEXTS[code][0]}</p>
<p><strong>What to do:</strong> ${remedy}</p>
${answeredBy(code, description)}
${example && html`<details><summary>Body</summary>${renderCode(JSON.stringify(example.value, null, 2), 'json', `The body of ${code}`)}</details>`}
`
  return { id: code, title: code, heading: html`<code>${code}</code>`, body }
}

function answeredBy(code: ErrorCode, { operations, about }: Interface): Html {
  const found = operations.filter(({ responses }) =>
    Object.values(responses).some((answer) => codesOf(answer).includes(code)),
  )
  if (found.length === 0) return html`<p class="limits">GraphQL or the portal answers with it.</p>`
  // A whole area is named by its tag.
  const ofTag = (name: string) => operations.filter((each) => each.tags.includes(name))
  const whole = about.tags.filter(({ name }) => ofTag(name).every((each) => found.includes(each)))
  const others = found.filter((each) => !whole.some(({ name }) => each.tags.includes(name)))
  const named = [
    ...whole.map(({ name }) => html`every operation of <a href="/docs/api">${name}</a>`),
    ...others.map((each) => html`<a href="${addressOfOperation(each)}">${each.summary}</a>`),
  ]
  return html`<p class="limits">Answered by ${separated(', ', named)}.</p>`
}

const GUIDE = 'docs/guide/errors.md'
const ROW = /^\|[^|]*\|([^|]*)\|([^|]*)\|$/gm

type Remedies = (code: ErrorCode) => Html

/** The remedy for an error: the guide's, which is written for programs, or else that of the portal. */
export function readRemedies(guide: string, addresses: Addresses): Remedies {
  const told = new Map(
    [...guide.matchAll(ROW)].flatMap(([, codes = '', todo = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, todo.trim()] as const),
    ),
  )
  return (code) => renderLine(told.get(code) ?? ERROR_TEXTS[code][1], GUIDE, addresses)
}
