import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { assetMembers } from '../../src/importer/asset-members.ts'
import { happenedBy } from '../../src/importer/time-rules.ts'
import { isObject } from '../../src/values/json.ts'
import { FULL } from '../importer/full-record.ts'
import { Draft } from '../sync/draft.ts'
import { EDITS } from '../sync/edits.ts'

const SHAPE = z.object(assetMembers(happenedBy(Date.now)))
const MEMBERS = described(z.toJSONSchema(SHAPE, { io: 'input', unrepresentable: 'any' }))

test('docs/importing.md names every member of an asset record', () => {
  const [, text = ''] = readFileSync('docs/importing.md', 'utf8').split('The members of an asset:')
  const [paragraph = ''] = text.split('\n\n')
  const nameOf = (path: string) => path.split('.').at(-1)
  expect(MEMBERS.filter((path) => !paragraph.includes(`\`${nameOf(path)}\``))).toEqual([])
})

test('the importer is tested with a record that states every member', () => {
  const stated = statedIn(FULL)
  // Not with all members of a link: their rules exclude each other.
  const linkTimes = ['share_links.created_at', 'share_links.revoked_at']
  expect(MEMBERS.filter((path) => !stated.includes(path))).toEqual(linkTimes)
})

test('the property test of delta sync edits every member', () => {
  const edited = new Set(Object.values(EDITS).flatMap(editedBy))
  expect(MEMBERS.filter((path) => !edited.has(path))).toEqual([])
})

type Edit = (typeof EDITS)[keyof typeof EDITS]

function editedBy(edit: Edit): string[] {
  const now = new Date('2026-01-01T00:00:00Z')
  return Array.from({ length: 300 }, (_, draw) => {
    const draft = new Draft()
    draft.change('a1', {})
    return edit({ draft, ref: 'a1', draw, now }).filter(({ type }) => type === 'asset')
  }).flatMap((records) => records.flatMap(statedIn))
}

function described(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const { anyOf, items, properties } = schema
  const here = Array.isArray(anyOf) ? anyOf.flatMap(described) : []
  const own = isObject(properties) ? Object.entries(properties) : []
  return [
    ...here,
    ...described(items),
    ...own.flatMap(([name, each]) => below(name, described(each))),
  ]
}

function statedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(statedIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : below(name, statedIn(each)),
  )
}

function below(name: string, paths: readonly string[]): string[] {
  return [name, ...paths.map((path) => `${name}.${path}`)]
}
