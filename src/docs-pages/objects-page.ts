import type { Interface } from '../openapi/document.ts'
import { constraintsOf, typeOf } from './constraints.ts'
import { html, separated } from './html.ts'
import { renderText } from './markdown.ts'
import { memberList } from './members.ts'
import { type Page, pageOf } from './page.ts'

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
      const shown = schema.properties ? list.body : html`<p class="limits">${value}</p>`
      const body = html`${renderText(schema.description ?? '')}${shown}`
      return { id: name, title: name, ...list, body }
    }),
  })
}
