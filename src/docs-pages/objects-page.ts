import type { Interface } from '../openapi/document.ts'
import { typeOf } from './constraints.ts'
import { html } from './html.ts'
import { renderText } from './markdown.ts'
import { memberList, valueLine } from './members.ts'
import { type Page, pageOf } from './page.ts'

/** The page of all objects: a section for each schema that has a name, with its members. */
export function objectsPage({ components }: Interface): Page {
  return pageOf({
    path: '/docs/api/objects',
    title: 'Objects',
    summary: 'The objects of requests and responses, and all of their members.',
    intro: html`<p>The objects of requests and responses. “Always” is a member that every object has, even if its value can be null.</p>`,
    parts: Object.entries(components.schemas).map(([name, schema]) => {
      const { description = '', properties, anyOf } = schema
      const { body, members } = memberList(schema, name)
      const shown = properties ? body : anyOf ? html`<p>${typeOf(schema)}</p>` : valueLine(schema)
      return { id: name, title: name, body: html`${renderText(description)}${shown}`, members }
    }),
  })
}
