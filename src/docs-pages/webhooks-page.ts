import { typeOf } from './constraints.ts'
import { renderCode } from './highlight.ts'
import { type Html, html } from './html.ts'
import type { Interface, Operation } from './interface.ts'
import { headingOf, renderText } from './markdown.ts'
import { line, memberList, parameterList, type Schemas } from './members.ts'
import { schemaOf } from './objects-page.ts'
import type { Page } from './page.ts'

/** The page of the requests that the gateway sends. */
export function webhooksPage({ webhooks, components }: Interface): Page {
  const parts = webhooks.map((webhook) => eventOf(webhook, components.schemas))
  return {
    path: '/docs/webhooks',
    title: 'Webhook requests',
    label: 'Webhook requests',
    summary: 'The requests that the gateway sends to the webhook endpoints of a key.',
    body: html`<p>The requests that the gateway sends to the endpoints of a key. <a href="/docs/guide/webhooks">The guide</a> has complete receivers, and shows how to check a signature.</p>
${parts.map(({ body }) => body)}`,
    headings: webhooks.map(({ operationId, summary }) => ({
      id: operationId,
      title: summary,
      depth: 2,
    })),
    members: parts.flatMap(({ members }) => members),
  }
}

function eventOf({ operationId, ...event }: Operation, schemas: Schemas) {
  const content = Object.values(event.requestBody?.content ?? {})[0]
  const headers = parameterList(event.parameters)
  const choices = content ? (content.schema.anyOf ?? [content.schema]) : []
  const lists = choices.map((choice, i) => {
    const list = memberList(schemaOf(choice, schemas), `body${i === 0 ? '' : i + 1}`, schemas)
    const about = schemaOf(choice, schemas).description ?? ''
    return {
      ...list,
      body: html`${line(about)}<p class="limits">${typeOf(choice)}</p>${list.body}`,
    }
  })
  const example =
    content?.example !== undefined &&
    renderCode(JSON.stringify(content.example, null, 2), 'json', 'An event')
  const body = html`${headingOf({ id: operationId, depth: 2 }, html`${event.summary}`)}${renderText(event.description)}
${example}<h3>Headers</h3>${headers.body}<h3>Body</h3>${lists.map((list) => list.body)}<h3>Your answer</h3>${answersOf(event.responses)}`
  return { body, members: [...headers.members, ...lists.flatMap(({ members }) => members)] }
}

function answersOf(responses: Operation['responses']): Html {
  const rows = Object.entries(responses).map(
    ([status, { description }]) =>
      html`<li><code>${status === 'default' ? 'other' : status}</code>: ${description}</li>`,
  )
  return html`<ul>${rows}</ul>`
}
