import { ERROR_CODES, type ErrorCode } from '../errors.ts'
import { renderCode } from './highlight.ts'
import { type Html, html } from './html.ts'
import type { Interface, Operation } from './interface.ts'
import { headingOf } from './markdown.ts'
import { addressOfOperation, contentOf } from './operation-page.ts'
import type { Page } from './page.ts'
import { meaningOf, type Remedies } from './remedies.ts'

/** The page of all error codes. The `Link` header of an error leads to the section of its code. */
export function errorsPage(description: Interface, remedies: Remedies): Page {
  const codes = [...ERROR_CODES].sort((a, b) => meaningOf(a).status - meaningOf(b).status)
  const sections = codes.map((code) => sectionOf(code, description, remedies(code)))
  return {
    path: '/docs/errors',
    title: 'Error codes',
    label: 'Error codes',
    summary: 'Every error code of the gateway, its status, what it means and what to do.',
    body: html`<p>The code of an error is in its body and in <code>X-Error-Code</code>. Each error response has a <code>Link</code> header with <code>rel="help"</code>, which leads to its code on this page. <a href="/docs/guide/errors">Errors and retries</a> says how to retry.</p>
${sections}`,
    headings: codes.map((code) => ({ id: code, title: code, depth: 2 })),
  }
}

function sectionOf(code: ErrorCode, description: Interface, remedy: Html): Html {
  const { says, status, type } = meaningOf(code)
  const example = description.components.examples[`portfolio_${code}`]
  return html`${headingOf({ id: code, depth: 2 }, html`<code>${code}</code>`)}
<p class="limits">Status ${status}, type <code>${type}</code></p>
<p>${says}</p>
<p><strong>What to do:</strong> ${remedy}</p>
${answeredBy(code, description)}
${example && html`<details><summary>Body</summary>${renderCode(JSON.stringify(example.value, null, 2), 'json', `The body of ${code}`)}</details>`}
`
}

function answeredBy(code: ErrorCode, { operations, tags }: Interface): Html {
  const found = operations.filter((operation) => codesOf(operation).includes(code))
  if (found.length === 0) return html`<p class="limits">GraphQL or the portal answers with it.</p>`
  // A whole area is named by its tag.
  const ofTag = (name: string) => operations.filter((each) => each.tags.includes(name))
  const whole = tags.filter(({ name }) => ofTag(name).every((each) => found.includes(each)))
  const others = found.filter((each) => !whole.some(({ name }) => each.tags.includes(name)))
  const named = [
    ...whole.map(({ name }) => html`every operation of <a href="/docs/api">${name}</a>`),
    ...others.map((each) => html`<a href="${addressOfOperation(each)}">${each.summary}</a>`),
  ]
  return html`<p class="limits">Answered by ${named.map((each, i) => [i > 0 && ', ', each])}.</p>`
}

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap((answer) =>
    Object.keys(contentOf(answer)?.examples ?? {}),
  )
}
