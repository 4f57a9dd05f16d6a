import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WORD } from '../../src/values/word.ts'

// The description says which lists are open and which are closed. The guide names the same.
const description = JSON.parse(readFileSync('openapi.json', 'utf8')).components.schemas
const GUIDE = readFileSync('docs/guide/assets.md', 'utf8')

interface Listed {
  /** Members whose values are an open list, and those of a closed one. */
  readonly open: Set<string>
  readonly closed: Set<string>
}

function isSchema(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function schemaOf(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { $ref, items, anyOf } = schema
  const named = typeof $ref === 'string' ? description[$ref.split('/').at(-1) ?? ''] : undefined
  if (isSchema(named)) return schemaOf(named)
  if (isSchema(items)) return schemaOf(items)
  const [first] = Array.isArray(anyOf) ? anyOf : []
  return isSchema(first) ? schemaOf(first) : schema
}

function collect(schema: unknown, into: Listed): Listed {
  if (!isSchema(schema)) return into
  for (const [name, member] of Object.entries(
    isSchema(schema.properties) ? schema.properties : {},
  )) {
    if (!isSchema(member)) continue
    const { pattern, ...found } = schemaOf(member)
    if (found['x-extensible-enum'] || pattern === WORD.source) into.open.add(name)
    if (found.enum || found.const) into.closed.add(name)
  }
  for (const part of Object.values(schema)) collect(part, into)
  return into
}

/** The names in a row of the guide's table. */
function rowOf(kind: string): Set<string> {
  const row = GUIDE.split('\n').find((line) => line.startsWith(`| ${kind} |`)) ?? ''
  return new Set([...row.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []))
}

// What a member belongs to, where its own name does not say it.
const OWNERS = ['completeness', 'verification', 'category_detail', 'sync']

test('the guide names the open and the closed lists of the description', () => {
  const { open, closed } = collect(description, { open: new Set(), closed: new Set() })
  const named = (kind: string) => [...rowOf(kind)].filter((name) => !OWNERS.includes(name)).sort()
  expect(named('open')).toEqual([...open].sort())
  expect(named('closed')).toEqual([...closed].sort())
})

test('objects of responses are open, and what a client sends is closed', () => {
  const objects = Object.entries(description).filter(([, schema]) => isSchema(schema))
  const strict = objects.filter(
    ([, schema]) => Reflect.get(Object(schema), 'additionalProperties') === false,
  )
  expect(strict.map(([name]) => name)).toEqual(['NewPlant'])
})
