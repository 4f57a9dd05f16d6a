import type { Parameter, Schema, Schemas } from '../openapi/interface.ts'
import { type Content, html, separated } from './html.ts'
import { renderText } from './markdown.ts'
import { joined, type Shown } from './page.ts'
import { wordsOf } from './pattern-words.ts'

/** The parameters of a request, each with an anchor. */
export function parameterList(parameters: readonly Parameter[]): Shown {
  return listOf(
    requiredFirst(parameters).map(({ name, schema, description, required, example }) => {
      const flag = required ? 'required' : 'optional'
      const more = html`<p class="limits">Example: <code>${String(example)}</code></p>`
      const inner = { body: more, members: [] }
      return memberItem(`parameter.${name}`, name, { ...schema, description }, flag, inner)
    }),
  )
}

/** The parameters that a request cannot be without, and then the others. */
export function requiredFirst(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
}

/** The members of an object, each with an anchor below `prefix`. With `schemas`, those of inner objects follow. */
export function memberList(schema: Schema, prefix: string, schemas: Schemas = {}): Shown {
  const { properties = {}, required = [] } = schema
  return listOf(
    Object.entries(properties).map(([name, property]) => {
      const id = `${prefix}.${name}`
      const flag = required.includes(name) ? 'always' : 'can be absent'
      return memberItem(id, name, property, flag, innerOf(property, id, schemas))
    }),
  )
}

export function listOf(items: readonly Shown[]): Shown {
  const { body, members } = joined(items)
  return { body: html`<ul class="members">${body}</ul>`, members }
}

/** An item of a list: a name with an anchor, what stands beside it, and what stands below. */
export function itemOf(id: string, name: string, beside: Content, below: Shown): Shown {
  const body = html`<li id="${id}">
<p class="name"><a class="anchor" href="#${id}"><code>${name}</code></a>${beside}</p>
${below.body}</li>
`
  return { body, members: [{ id, title: name }, ...below.members] }
}

/** The schema that a reference names, or the schema itself. */
export function schemaOf(schema: Schema, schemas: Schemas): Schema {
  return schemas[nameOf(schema) ?? ''] ?? schema
}

// An object that contains itself ends here: its own members are not shown again.
function innerOf(property: Schema, id: string, schemas: Schemas): Shown {
  const object = objectIn(property, schemas)
  if (!object) return joined([])
  const { [object.name]: _shown, ...others } = schemas
  const { body, members } = memberList(object.schema, id, others)
  return { body: html`<details><summary>Members</summary>${body}</details>`, members }
}

// The description has no union of objects, since a union would reject what is new.
function objectIn(schema: Schema, schemas: Schemas): { name: string; schema: Schema } | undefined {
  const name = nameOf(schema) ?? ''
  const named = schemas[name] ?? schema
  if (named.properties) return { name, schema: named }
  const inner = named.items ? [named.items] : (named.anyOf ?? [])
  return inner.map((each) => objectIn(each, schemas)).find((each) => each)
}

// A description ends with the scope that shows the member.
const SCOPE = /\s*(?:Scope: (\w+)|Needs the (\w+) scope)\.$/

function memberItem(id: string, name: string, schema: Schema, flag: string, inner: Shown): Shown {
  const { description = '' } = schema
  const [, named, needed] = SCOPE.exec(description) ?? []
  const scope = named ?? needed
  const beside = html` <span class="type">${typeOf(schema)}</span> <span class="flag">${flag}</span>${scope && html` <span class="scope">scope ${scope}</span>`}`
  const value = schema.items ?? schema
  const limits = constraintsOf(value)
  const body = html`${renderText(description.replace(SCOPE, ''))}${limits.length > 0 && html`<p class="limits">${separated('; ', limits)}</p>`}${patternOf(value)}${inner.body}`
  return itemOf(id, name, beside, { ...inner, body })
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** The type of a value in words, with links to the schemas that it names. */
export function typeOf(schema: Schema): Content {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="/docs/api/objects#${name}">${name}</a>`
  if (schema.anyOf) return separated(' or ', schema.anyOf.map(typeOf))
  if (schema.items) return ['array of ', typeOf(schema.items)]
  return separated(' or ', [schema.type ?? 'any value'].flat())
}

/** The limits of a value beside its type; empty if there are none. */
export function constraintsOf(schema: Schema): readonly Content[] {
  const { format, default: preset, enum: closed } = schema
  const open = schema['x-extensible-enum']
  return [
    format !== undefined && html`format <code>${format}</code>`,
    rangeOf(schema.minLength, schema.maxLength, 'characters'),
    rangeOf(undefined, schema.maxItems, 'entries'),
    rangeOf(schema.minimum, schema.maximum, ''),
    preset !== undefined && html`default ${codesOf([preset])}`,
    closed && html`one of ${codesOf(closed)}`,
    open && html`an open list, so far ${codesOf(open)}`,
  ].filter((each) => each)
}

/** The expression of a value in words, which open it; nothing if it has none. */
export function patternOf({ pattern }: Schema): Content {
  return (
    pattern !== undefined &&
    html`<details class="pattern"><summary>${wordsOf(pattern)}</summary><code>${pattern}</code></details>`
  )
}

function rangeOf(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `at most ${to} ${unit}`.trim()
  if (to === undefined) return `at least ${from} ${unit}`.trim()
  return `${from === to ? from : `${from} to ${to}`} ${unit}`.trim()
}

const codesOf = (values: readonly unknown[]) =>
  separated(
    ', ',
    values.map((value) => html`<code>${String(value)}</code>`),
  )
