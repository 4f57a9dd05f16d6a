import { readFileSync } from 'node:fs'
import { isEnumType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { bodySchemas } from '../../src/openapi/bodies.ts'
import type { Schema } from '../../src/openapi/interface.ts'
import { CLOSED_LISTS } from '../../src/openapi/selection.ts'
import { WORD } from '../../src/values/json.ts'
import { misfits } from '../support/schema.ts'

// The table of closed lists decides what the description says. The guide names the same lists.
const document = JSON.parse(readFileSync('openapi.json', 'utf8'))
const description = document.components.schemas
const GUIDE = readFileSync('docs/guide/versions.md', 'utf8')

/** A schema and those in it, each with the name of the member that it belongs to. */
function schemasIn(schema: Schema, name = ''): (readonly [name: string, schema: Schema])[] {
  const { properties = {}, items = [], anyOf = [] } = schema
  const members = Object.entries(properties).flatMap(([name, each]) => schemasIn(each, name))
  return [
    [name, schema],
    ...members,
    ...[items, anyOf].flat().flatMap((each) => schemasIn(each, name)),
  ]
}

const schemas = bodySchemas()
const all = Object.values(schemas).flatMap((each) => schemasIn(each))

function membersWith(isSuch: (schema: Schema) => boolean): string[] {
  const found = all.filter(
    ([name, each]) => name !== '' && isSuch(schemas[each.$ref?.split('/').at(-1) ?? ''] ?? each),
  )
  return [...new Set(found.map(([name]) => name))].sort()
}

function rowOf(kind: string): Set<string> {
  const row = GUIDE.split('\n').find((line) => line.startsWith(`| ${kind} |`)) ?? ''
  return new Set([...row.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []))
}

// The objects that a member belongs to, where its own name does not say it.
const OWNERS = ['completeness', 'verification', 'category_detail', 'sync', 'readiness']

test('the guide names the open and the closed lists of the description', () => {
  const open = membersWith((each) => 'x-extensible-enum' in each || each.pattern === WORD.source)
  const named = (kind: string) => [...rowOf(kind)].filter((name) => !OWNERS.includes(name)).sort()
  expect(named('open')).toEqual(open)
  expect(named('closed')).toEqual(membersWith((each) => 'enum' in each))
})

test('the closed lists are enums of the schema that responses contain', () => {
  for (const name of Object.keys(CLOSED_LISTS)) {
    expect(isEnumType(schema.getType(name)), name).toBe(true)
    expect(description[name], name).toHaveProperty('enum')
  }
  const closed = Object.keys(description).filter((name) => 'enum' in description[name])
  expect(closed.sort()).toEqual(Object.keys(CLOSED_LISTS).sort())
})

test('an open list takes its known values, and one that comes later', () => {
  const lists = all.flatMap(([, each]) => ('x-extensible-enum' in each ? [each] : []))
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
  const strict = all.filter(([, each]) => each.additionalProperties === false)
  expect(strict).toEqual([])
})
