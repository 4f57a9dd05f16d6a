import type { Interface } from '../openapi/document.ts'
import type { OperationObject, Schemas } from '../openapi/interface.ts'
import { renderCode } from './highlight.ts'
import { html } from './html.ts'
import { renderText } from './markdown.ts'
import { memberList, parameterList, schemaOf, typeOf } from './members.ts'
import { joined, type Page, pageOf, type Shown } from './page.ts'

/** The page of the requests that the gateway sends. */
export function webhooksPage({ webhooks, components }: Interface): Page {
  return pageOf({
    path: '/docs/webhooks',
    title: 'Webhook requests',
    summary: 'The requests that the gateway sends to the webhook endpoints of a key.',
    intro: html`<p>The requests that the gateway sends to the endpoints of a key. <a href="/docs/guide/webhooks">The guide</a> has complete receivers, and shows how to check a signature.</p>`,
    parts: Object.values(webhooks).map(({ post }) => ({
      id: post.operationId,
      title: post.summary,
      ...eventOf(post, components.schemas),
    })),
  })
}

function eventOf(event: OperationObject, schemas: Schemas): Shown {
  const { description, parameters, requestBody, responses } = event
  const { schema = {}, example } = requestBody?.content['application/json'] ?? {}
  const headers = parameterList(parameters)
  const lists = (schema.anyOf ?? [schema]).map((choice, i) => {
    const object = schemaOf(choice, schemas)
    const { body, members } = memberList(object, `body${i === 0 ? '' : i + 1}`, schemas)
    const about = renderText(object.description ?? '')
    return { body: html`${about}<p class="limits">${typeOf(choice)}</p>${body}`, members }
  })
  const { body: choices, members } = joined(lists)
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<li><code>${status === 'default' ? 'other' : status}</code>: ${answer.description}</li>`,
  )
  const body = html`${renderText(description)}
${renderCode(JSON.stringify(example, null, 2), 'json', 'An event')}<h3>Headers</h3>${headers.body}<h3>Body</h3>${choices}<h3>Your answer</h3><ul>${answers}</ul>`
  return { body, members: [...headers.members, ...members] }
}
