import { expect, test } from 'vitest'
import { importPortfolio } from '../../src/importer/import.ts'
import { CHANGE_TIMES } from '../../src/modules/assets/change-times.ts'
import { FULL } from './full-record.ts'
import { asset, document, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

// The full record with what it refers to. References come before the records that they name.
const FILE = [
  valuation('1100', '2023-01-01', 'appraisal', 'a1'),
  document('d1', 'a1', {
    ...{ document_type: 'appraisal', issuer: 'I', issued_on: '1899-12-31' },
    ...{ expires_on: '2030-02-28', file_size: 2 ** 53 - 1, file_path: '/p' },
  }),
  FULL,
  asset('a2', { collections: ['c2'] }),
  { type: 'collection', ref: 'c1', name: 'Paintings' },
  { type: 'collection', ref: 'c2', name: 'Loans' },
]

test('importing again the same file changes nothing', async () => {
  const client = await scratch.newClient(FILE)
  const report = await scratch.importUnchanged(client, FILE.toReversed())
  expect(report).toMatchObject({
    collections: { created: 0, updated: 0, unchanged: 2 },
    assets: { created: 0, updated: 0, unchanged: 2, removed: 0 },
    valuations: { created: 0, updated: 0, unchanged: 1 },
    documents: { created: 0, updated: 0, unchanged: 1 },
  })
})

test('the result of an import depends on the file only, not on the earlier data', async () => {
  const end = [
    FULL,
    asset('a2'),
    { type: 'collection', ref: 'c1', name: 'C' },
    { type: 'collection', ref: 'c2', name: 'D' },
  ]
  const bare = { type: 'asset', ref: 'a1', title: 'Bare', category: 'WT', created_at: '2001-01-01' }
  const [fresh, changed] = [await scratch.newClient([...end, bare]), await scratch.newClient(end)]
  const report = await scratch.import(changed, [bare])
  expect(report.assets).toEqual({ created: 0, updated: 1, unchanged: 0, removed: 0 })
  const state = async (client: string) => ({
    asset: await scratch.rows(
      client,
      `SELECT to_jsonb(a) - $2::text[] AS row FROM assets a WHERE client_id = $1 AND ref = 'a1'`,
      ['client_id', 'registry_id', 'id', 'updated_at', ...CHANGE_TIMES],
    ),
    lists: await scratch.rows(
      client,
      `SELECT a.ref, a.estate, a.verification, a.collections, (SELECT count(*) FROM collection_items h WHERE h.client_id = $1 AND h.registry_id = a.registry_id) AS items FROM assets a WHERE a.client_id = $1 ORDER BY ref`,
    ),
  })
  expect(await state(changed)).toEqual(await state(fresh))
  const nothing = { estate: null, verification: null, collections: null, items: '0' }
  expect((await state(changed)).lists[0]).toEqual({ ref: 'a1', ...nothing })
})

test('an asset that is imported again keeps its registry id and its date of creation', async () => {
  const client = await scratch.newClient([asset('a')])
  const sql = 'SELECT id, registry_id, created_at, category FROM assets WHERE client_id = $1'
  const read = () => scratch.rows(client, sql)
  const [before] = await read()
  await scratch.import(client, [asset('a', { category: 'WT', title: 'Other' })])
  expect(await read()).toEqual([{ ...before, category: 'watches' }])
})

test('a record may refer to a later one, and every member is imported', async () => {
  const client = await scratch.newClient()
  const report = await scratch.import(client, FILE)
  expect(report).toMatchObject({
    kept: true,
    lines: 6,
    collections: { created: 2, updated: 0, unchanged: 0 },
    assets: { created: 2, updated: 0, unchanged: 0, removed: 0 },
    valuations: { created: 1, updated: 0, unchanged: 0 },
    documents: { created: 1, updated: 0, unchanged: 0 },
    bad_count: 0,
    bad: [],
  })
  const ofA1 = `SELECT * FROM assets WHERE client_id = $1 AND ref = 'a1'`
  const [row] = await scratch.rows(client, ofA1)
  expect(row).toMatchObject({
    registry_id: expect.stringMatching(/^ORY-AR-[0-9A-HJKMNP-TV-Z]{26}$/),
    ...{ title: FULL.title, category: 'art', quantity: '2.500000', internal_notes: 'private' },
    ...{ market_value: '1200.0000', value_follows: false },
    valued_at: new Date('2024-05-01T10:00:00Z'),
    created_at: new Date('1955-06-01T00:00:00Z'),
    ...{ purchase_price: '900.0000', insurance_value: '1500.1234' },
    detail: '{"description":"d","notes":"n","seller":"s","storage_location":"l"}',
    category_detail: '{"type":"art","medium":"oil","signed":true,"creators":["A","B"]}',
    verification: JSON.stringify({
      ...{ status: 'verified', risk_score: 5, tamper_state: 'intact', scan_count: 1 },
      scans: [{ scanned_at: '2024-01-01T00:00:00.000Z', method: 'nfc', result: 'passed' }],
    }),
    ...{ document_count: 1, document_types: ['appraisal'] },
  })
  expect(row?.id).toBe(row?.registry_id.replace('ORY-AR-', 'item_'))
  const list = (table: string, columns: string) => scratch.list(client, table, columns)
  const estate = JSON.parse(row?.estate ?? '')
  const heirs = [
    { name: 'A', relationship: 'child', share_percent: 33.33 },
    { name: 'B', relationship: null, share_percent: 66.67 },
  ]
  expect(estate).toMatchObject({ heirs, readiness: FULL.readiness })
  for (const { id } of estate.share_links) expect(id).toMatch(/^link_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(JSON.parse(row?.collections ?? '')).toEqual([
    { id: expect.stringMatching(/^collection_/), name: 'Loans' },
    { id: expect.stringMatching(/^collection_/), name: 'Paintings' },
  ])
  const members = 'type, title, issuer, issued_on, expires_on, file_size, file_path'
  expect(await list('documents', members)).toEqual([
    'appraisal T I 1899-12-31 2030-02-28 9007199254740991 /p',
  ])
  const ofItems =
    'SELECT name FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = collection_id WHERE c.client_id = $1 ORDER BY name'
  const names = await scratch.rows(client, ofItems)
  expect(names.map(({ name }) => name)).toEqual(['Loans', 'Loans', 'Paintings'])
  expect(await list('valuations', `value, source, valued_at AT TIME ZONE 'UTC'`)).toEqual([
    '1100.0000 appraisal 2023-01-01 00:00:00',
  ])
  for (const table of ['documents', 'valuations', 'collections'])
    for (const id of await list(table, 'id'))
      expect(id).toMatch(/^(doc|val|collection)_[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('another client with the same refs is not changed', async () => {
  const [client, other] = [await scratch.newClient(), await scratch.newClient(FILE)]
  const before = await scratch.dump(other)
  await scratch.import(client, [...FILE, asset('a2', { title: 'Mine' }), removed.asset('a1')])
  await scratch.import(client, FILE)
  const valued = removed.valuation('2023-01-01', 'appraisal', 'a1')
  await scratch.import(client, [removed.document('d1'), valued])
  expect(await scratch.dump(other)).toEqual(before)
})

test('an unknown client is an error before the file is read', async () => {
  const unread = (async function* () {
    yield Buffer.from('')
    throw new Error('It was read.')
  })()
  await expect(importPortfolio(scratch.pool(), 'user_none', unread)).rejects.toMatchObject({
    code: 'record_not_found',
  })
})

test('the progress of an import increases and ends with the writing', async () => {
  const client = await scratch.newClient()
  const seen: { bytes: number; lines: number; stage: string }[] = []
  await scratch.import(client, FILE, { onProgress: (progress) => seen.push(progress) })
  const bytes = Buffer.byteLength(FILE.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(seen.at(-1)).toEqual({ bytes, lines: FILE.length, stage: 'writing' })
  expect(seen.map((progress) => progress.lines)).toEqual([1, 2, 3, 4, 5, 6, 6, 6])
})
