import type { Schema } from '../openapi/schema.ts'
import { type Content, html, separated } from './html.ts'

/** The name of the schema that a reference names. */
export function nameOf({ $ref }: Schema): string | undefined {
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
  const { format, pattern, default: preset, enum: closed } = schema
  const open = schema['x-extensible-enum']
  return [
    format !== undefined && html`format <code>${format}</code>`,
    rangeOf(schema.minLength, schema.maxLength, 'characters'),
    rangeOf(undefined, schema.maxItems, 'entries'),
    rangeOf(schema.minimum, schema.maximum, ''),
    preset !== undefined && html`default ${codesOf([preset])}`,
    closed && html`one of ${codesOf(closed)}`,
    open && html`an open list, so far ${codesOf(open)}`,
    pattern !== undefined && html`matches <code>${pattern}</code>`,
  ].filter((each) => each)
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
