import { readFileSync } from 'node:fs'
import { isEnumType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { CLOSED_LISTS } from '../../src/openapi/selection.ts'
import { WORD } from '../../src/values/json.ts'
import { misfits } from '../support/schema.ts'

// The table of closed lists decides what the description says. The guide names the same lists.
const document = JSON.parse(readFileSync('openapi.json', 'utf8'))
const description = document.components.schemas
const GUIDE = readFileSync('docs/guide/versions.md', 'utf8')

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

test('the closed lists are enums of the schema that responses contain', () => {
  for (const name of Object.keys(CLOSED_LISTS)) {
    expect(isEnumType(schema.getType(name)), name).toBe(true)
    expect(description[name], name).toHaveProperty('enum')
  }
  const closed = Object.keys(description).filter((name) => 'enum' in description[name])
  expect(closed.sort()).toEqual(Object.keys(CLOSED_LISTS).sort())
})

/** The schemas with known values, anywhere in the description. */
function openLists(value: unknown): Readonly<Record<string, unknown>>[] {
  if (!isSchema(value)) return []
  const here = 'x-extensible-enum' in value ? [value] : []
  return [...here, ...Object.values(value).flatMap(openLists)]
}

test('an open list takes its known values, and one that comes later', () => {
  const lists = openLists(document)
  expect(lists.length).toBeGreaterThan(10)
  for (const list of lists) {
    const values = [list['x-extensible-enum'], 'a_later_value'].flat()
    for (const value of values) expect(misfits(document, list, value), String(value)).toEqual([])
    expect(list).not.toHaveProperty('enum')
  }
})

test('a page with a new category, scope and block fits the description', () => {
  const content = document.paths['/api/v1/assets'].get.responses[200].content['application/json']
  const page = structuredClone(content.example)
  page.grant.scopes.push('provenance')
  page.grant.asset_filter = 'tag'
  const [asset] = page.data
  Object.assign(asset, { category: 'meteorites', provenance: { owners: 3 } })
  asset.category_detail = { type: 'meteorites', fall: 'observed' }
  expect(misfits(document, content.schema, page)).toEqual([])
  page.sync.mode = 'partial'
  expect(misfits(document, content.schema, page)).not.toEqual([])
})

test('objects are open', () => {
  const objects = Object.entries(description).filter(([, schema]) => isSchema(schema))
  const strict = objects.filter(
    ([, schema]) => Reflect.get(Object(schema), 'additionalProperties') === false,
  )
  expect(strict.map(([name]) => name)).toEqual([])
})
