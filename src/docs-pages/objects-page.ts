import { nameOf, typeOf } from './constraints.ts'
import { type Html, html } from './html.ts'
import type { Interface, Schema } from './interface.ts'
import { headingOf, renderText } from './markdown.ts'
import { memberList, type Schemas, valueLine } from './members.ts'
import type { Page } from './page.ts'

/** The schema that a reference names, or the schema itself. */
export function schemaOf(schema: Schema, schemas: Schemas): Schema {
  return schemas[nameOf(schema) ?? ''] ?? schema
}

/** The page of all objects: a section for each schema that has a name, with its members. */
export function objectsPage({ components }: Interface): Page {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const list = memberList(schema, name)
    return { name, list, body: sectionOf(name, schema, list.body) }
  })
  return {
    path: '/docs/api/objects',
    title: 'Objects',
    label: 'Objects',
    summary: 'The objects of requests and responses, and all of their members.',
    body: html`<p>The objects of requests and responses. “Always” is a member that every object has, even if its value can be null.</p>
${sections.map(({ body }) => body)}`,
    headings: sections.map(({ name }) => ({ id: name, title: name, depth: 2 })),
    members: sections.flatMap(({ list }) => list.members),
  }
}

function sectionOf(name: string, schema: Schema, members: Html): Html {
  const { description = '', properties, oneOf, anyOf } = schema
  return html`${headingOf({ id: name, depth: 2 }, html`${name}`)}${renderText(description)}
${properties ? members : oneOf || anyOf ? html`<p>${typeOf(schema)}</p>` : valueLine(schema)}`
}
