import { constraintsOf, nameOf, typeOf } from './constraints.ts'
import { type Content, type Html, html } from './html.ts'
import type { Parameter, Schema } from './interface.ts'
import { renderLine, renderText } from './markdown.ts'
import type { Member } from './page.ts'

/** Schemas by their names. */
export type Schemas = Readonly<Record<string, Schema>>

/** Members of an object, as a list, and where each is. */
export interface Shown {
  readonly body: Html
  readonly members: readonly Member[]
}

// A choice of more alternatives is a link to its schema.
const MAX_ALTERNATIVES = 3

/** The parameters of a request, each with an anchor. */
export function parameterList(parameters: readonly Parameter[]): Shown {
  const items = parameters.map((parameter) =>
    memberItem({
      id: `parameter.${parameter.name}`,
      name: parameter.name,
      schema: parameter.schema,
      description: parameter.description,
      flag: parameter.required ? 'required' : 'optional',
      example: parameter.example,
    }),
  )
  const members = parameters.map(({ name }) => ({ id: `parameter.${name}`, title: name }))
  return { body: html`<ul class="members">${items}</ul>`, members }
}

/** The members of an object, each with an anchor below `prefix`. With `schemas`, those of inner objects follow. */
export function memberList(schema: Schema, prefix: string, schemas: Schemas = {}): Shown {
  const { properties = {}, required = [] } = schema
  const shown = Object.entries(properties).map(([name, property]) => {
    const id = `${prefix}.${name}`
    const inner = innerOf(property, id, schemas)
    const flag = required.includes(name) ? 'always' : 'can be absent'
    const { description = '' } = property
    const item = memberItem({ id, name, schema: property, description, flag, inner: inner?.body })
    return { item, members: [{ id, title: name }, ...(inner?.members ?? [])] }
  })
  const body = html`<ul class="members">${shown.map(({ item }) => item)}</ul>`
  return { body, members: shown.flatMap(({ members }) => members) }
}

function innerOf(property: Schema, id: string, schemas: Schemas): Shown | null {
  const objects = objectsIn(property, schemas)
  if (objects.length === 0 || objects.length > MAX_ALTERNATIVES) return null
  // A schema that contains itself ends here: its own members are not shown again.
  const lists = objects.map(({ name, schema }) => {
    const { [name]: _shown, ...others } = schemas
    const list = memberList(schema, id, others)
    return objects.length === 1 ? list : { ...list, body: html`<p>${name}</p>${list.body}` }
  })
  return {
    body: html`<details><summary>Members</summary>${lists.map(({ body }) => body)}</details>`,
    members: lists.flatMap(({ members }) => members),
  }
}

function objectsIn(schema: Schema, schemas: Schemas): { name: string; schema: Schema }[] {
  const name = nameOf(schema) ?? ''
  const named = schemas[name]
  if (named) return named.properties ? [{ name, schema: named }] : objectsIn(named, schemas)
  if (schema.properties) return [{ name, schema }]
  const inner = schema.items ? [schema.items] : (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [])
  return inner.flatMap((each) => objectsIn(each, schemas))
}

interface Item {
  readonly id: string
  readonly name: string
  readonly schema: Schema
  readonly description: string
  readonly flag: string
  readonly example?: unknown
  readonly inner?: Html | undefined
}

function memberItem({ id, name, schema, description, flag, example, inner }: Item): Html {
  const { text, scope } = withoutScope(description)
  const limits = constraintsOf(schema.items ?? schema)
  return html`<li id="${id}">
<p class="name"><a class="anchor" href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(schema)}</span> <span class="flag">${flag}</span>${scope && html` <span class="scope">scope ${scope}</span>`}</p>
${text !== '' && renderText(text)}${limits.length > 0 && limitsOf(limits)}${example !== undefined && html`<p class="limits">Example: <code>${String(example)}</code></p>`}${inner}</li>
`
}

function limitsOf(limits: readonly Content[]): Html {
  return html`<p class="limits">${limits.map((limit, i) => [i > 0 && '; ', limit])}</p>`
}

// A description ends with the scope that shows the member.
const SCOPE = /\s*(?:Scope: (\w+)|Needs the (\w+) scope)\.$/

function withoutScope(description: string): { text: string; scope: string | null } {
  const match = SCOPE.exec(description)
  const scope = match?.[1] ?? match?.[2] ?? null
  return { text: description.replace(SCOPE, ''), scope }
}

/** A schema that is not an object: its type and its limits. */
export function valueLine(schema: Schema): Html {
  const limits = constraintsOf(schema)
  return html`<p class="limits">${typeOf(schema)}${limits.map((limit) => ['; ', limit])}</p>`
}

/** A description of one line. */
export const line = (text: string): Html => html`<p>${renderLine(text)}</p>`
