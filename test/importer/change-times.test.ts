import { describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { asset, collection, document, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const LINK = { label: 'viewer', expires_at: '2030-01-01' }
const SCAN = { scanned_at: '2020-01-01', method: 'nfc', result: 'ok' }
const CHECKED = { status: 'verified', scans: [SCAN] }
const INK = { medium: 'ink' }
const FULL = {
  market_value: '100.00',
  description: 'D',
  category_detail: { medium: 'oil' },
  collections: ['c'],
  heirs: [{ name: 'Ada', relationship: 'child', share_percent: 100 }],
  share_links: [LINK],
  readiness: { score: 50, gaps: ['will'] },
  verification: CHECKED,
  internal_notes: 'N',
}
const PATH = { file_path: '/x' }
const START = [
  collection('One'),
  asset('a', FULL),
  asset('b', FULL),
  document('d', 'a', PATH),
  valuation('90.00', '2020-01-01'),
]

async function timesOf(client: string, ref: string): Promise<Record<string, Date>> {
  const columns = SCOPES.map((scope) => `${scope}_at AS ${scope}`).join(', ')
  const sql = `SELECT updated_at, ${columns} FROM assets WHERE client_id = $1 AND ref = $2`
  return (await scratch.rows<Record<string, Date>>(client, sql, ref))[0] ?? {}
}

async function movedBy(lines: readonly object[], ref = 'a', before: readonly object[] = START) {
  const client = await scratch.newClient(before)
  const was = await timesOf(client, ref)
  await scratch.import(client, lines)
  const is = await timesOf(client, ref)
  const moved = SCOPES.filter((scope) => is[scope]?.getTime() !== was[scope]?.getTime())
  // The row's own time is that of its newest scope.
  expect(is.updated_at?.getTime() !== was.updated_at?.getTime()).toBe(moved.length > 0)
  return moved.join(' ')
}

const changed = (more: object) => [asset('a', { ...FULL, ...more })]

describe('a change moves the time of the scope that shows it, and no other', () => {
  test.each<[string, readonly object[], string, ref?: string]>([
    ['nothing', START, ''],
    ['the title', changed({ title: 'New' }), 'registry'],
    ['the market value', changed({ market_value: '101.00' }), 'valuation'],
    ['the description', changed({ description: 'New' }), 'detail'],
    ['a member of its category', changed({ category_detail: INK }), 'category_detail'],
    ['the heirs', changed({ heirs: [] }), 'estate'],
    ['the gaps', changed({ readiness: { score: 50, gaps: [] } }), 'estate'],
    ['a share link', changed({ share_links: [{ ...LINK, expires_at: '2031-01-01' }] }), 'estate'],
    ['the status', changed({ verification: { ...CHECKED, status: 'open' } }), 'verification'],
    ['the scans', changed({ verification: { status: 'verified', scans: [] } }), 'verification'],
    ['private notes', changed({ internal_notes: 'New' }), ''],
    ['its collections', changed({ collections: [] }), 'detail'],
    ['the name of a collection', [collection('Two')], 'detail'],
    ['a new document', [document('e', 'a')], 'documentation'],
    ['the title of a document', [document('d', 'a', { ...PATH, title: 'U' })], 'documentation'],
    ['the private path of a document', [document('d', 'a', { file_path: '/y' })], ''],
    ['a document that moves away', [document('d', 'b', PATH)], 'documentation'],
    ['an older valuation', [valuation('80.00', '2019-01-01')], 'valuation'],
    ['a valuation of another asset', [valuation('80.00', '2019-01-01', 'appraisal', 'b')], ''],
    ['a valuation that is removed', [removed.valuation('2020-01-01')], 'valuation'],
    ['a document that is removed', [removed.document('d')], 'documentation'],
    ['two scopes at once', changed({ title: 'New', description: 'New' }), 'registry detail'],
    ['the title of another asset', changed({ title: 'New' }), '', 'b'],
    ['a document that arrives', [document('d', 'b', PATH)], 'documentation', 'b'],
    ['a valuation that is removed elsewhere', [removed.valuation('2020-01-01')], '', 'b'],
    ['a document that is removed elsewhere', [removed.document('d')], '', 'b'],
  ])('%s', async (_, lines, scopes, ref) => {
    expect(await movedBy(lines, ref)).toBe(scopes)
  })

  test('a value that follows the newest valuation', async () => {
    const following = [asset('a'), valuation('90.00', '2020-01-01')]
    expect(await movedBy([valuation('95.00', '2021-01-01')], 'a', following)).toBe('valuation')
  })
})

describe('an asset that is removed and imported again', () => {
  const ids = (client: string, columns = 'registry_id, id') =>
    scratch.list(client, 'assets', columns)

  test('gets its ids back, also in another category and more than once', async () => {
    const client = await scratch.newClient([asset('a')])
    const first = await ids(client)
    for (const category of ['wine', 'coins']) {
      await scratch.import(client, [removed.asset('a')])
      expect(await ids(client)).toEqual([])
      await scratch.import(client, [asset('a', { category })])
      expect(await ids(client)).toEqual(first)
    }
  })

  test('does not take the ids of another client’s asset of that ref', async () => {
    const one = await scratch.newClient([asset('a')])
    const first = await ids(one, 'registry_id')
    await scratch.import(one, [removed.asset('a')])
    const other = await scratch.newClient([asset('a')])
    expect(await ids(other, 'registry_id')).not.toEqual(first)
  })
})

describe('a tombstone', () => {
  const FOLLOWING = [asset('a'), valuation('90', '2020-01-01'), valuation('100', '2021-01-01')]
  const tombstones = (client: string) =>
    scratch.rows<{ category: string; market_value: string | null; collections: number }>(
      client,
      `SELECT category, market_value::float8::text, cardinality(collection_ids) AS collections
         FROM tombstones WHERE client_id = $1 ORDER BY removed_at`,
    )
  const was = { category: 'art', market_value: '100', collections: 1 }

  test.each<[string, readonly object[], readonly object[], before?: object[]]>([
    ['of a removal', [removed.asset('a')], [was]],
    ['of another category', changed({ category: 'wine', category_detail: {} }), [was]],
    ['of another market value', changed({ market_value: '101.00' }), [was]],
    ['of no market value any more', changed({ market_value: null, internal_notes: 'M' }), [was]],
    ['of a collection that it left', changed({ collections: [] }), [was]],
    ['before all of it changed', [asset('a', { category: 'wine', market_value: '1' })], [was]],
    ['is not left by another title', changed({ title: 'New' }), []],
    ['is not left by a new document', [document('e', 'a')], []],
    [
      'of a market value that followed a valuation which is removed',
      [removed.valuation('2021-01-01')],
      [{ ...was, collections: 0 }],
      FOLLOWING,
    ],
    ['is not left by an older valuation', [removed.valuation('2020-01-01')], [], FOLLOWING],
    ['is not left by the removal of a document', [removed.document('d')], []],
  ])('%s', async (_, lines, expected, before = START) => {
    const client = await scratch.newClient(before)
    await scratch.import(client, lines)
    expect(await tombstones(client)).toEqual(expected)
  })
})
