import { type Content, html } from './html.ts'
import type { Schema } from './interface.ts'

const addressOfSchema = (name: string) => `/docs/api/objects#${name}`

/** The name of the schema that a reference names. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** The type of a value in words, with links to the schemas that it names. */
export function typeOf(schema: Schema): Content {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="${addressOfSchema(name)}">${name}</a>`
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map((choice, i) => [i > 0 && ' or ', typeOf(choice)])
  if (schema.items) return ['array of ', typeOf(schema.items)]
  const { type = 'any value' } = schema
  return typeof type === 'string' ? type : type.join(' or ')
}

/** The limits of a value beside its type; empty if there are none. */
export function constraintsOf(schema: Schema): readonly Content[] {
  const { format, pattern, const: fixed, default: preset, enum: closed } = schema
  const open = schema['x-extensible-enum']
  return [
    format !== undefined && html`format <code>${format}</code>`,
    fixed !== undefined && html`always ${codeOf(fixed)}`,
    rangeOf(schema.minLength, schema.maxLength, 'characters'),
    rangeOf(schema.minItems, schema.maxItems, 'entries'),
    rangeOf(schema.minimum, schema.maximum, ''),
    preset !== undefined && html`default ${codeOf(preset)}`,
    closed && html`one of ${listOf(closed)}`,
    open && html`an open list, so far ${listOf(open)}`,
    pattern !== undefined && html`matches <code>${pattern}</code>`,
  ].filter((each) => each !== false && each !== undefined && each !== '')
}

function rangeOf(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `at most ${to} ${unit}`.trim()
  if (to === undefined) return `at least ${from} ${unit}`.trim()
  return `${from === to ? from : `${from} to ${to}`} ${unit}`.trim()
}

const codeOf = (value: unknown) =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

const listOf = (values: readonly unknown[]) =>
  values.map((value, i) => [i > 0 && ', ', codeOf(value)])
