import { expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, collection, document, NONE, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const titles = (client: string) => scratch.list(client, 'assets', 'ref, title')

test('the later line wins of two for the same record, and the earlier counts as unchanged', async () => {
  const client = await scratch.newClient()
  const early = { title: 'Early' }
  const report = await scratch.import(client, [
    collection('Early'),
    asset('a', { ...early, heirs: [{ name: 'Early', share_percent: 1 }], collections: ['c'] }),
    valuation('1', '2020-01-01'),
    document('d', 'a', early),
    asset('b'),
    document('d', 'b', { title: 'Late' }),
    valuation('2', '2020-01-01T00:00:00Z'),
    asset('a', { title: 'Late' }),
    collection('Late'),
  ])
  expect(report).toMatchObject({
    kept: true,
    collections: { created: 1, updated: 0, unchanged: 1 },
    assets: { created: 2, updated: 0, unchanged: 1, removed: 0 },
    valuations: { created: 1, updated: 0, unchanged: 1 },
    documents: { created: 1, updated: 0, unchanged: 1 },
  })
  const list = (table: string, columns: string) => scratch.list(client, table, columns)
  expect(await list('assets', 'ref, document_count, title')).toEqual(['a 0 Late', 'b 1 The b'])
  expect(await list('collections', 'name')).toEqual(['Late'])
  expect(await list('valuations', 'value')).toEqual(['2.0000'])
  expect(await list('assets', 'estate')).toEqual(['', ''])
  expect(await list('collection_items', 'collection_id')).toEqual([])
})

const AGAIN = asset('a', { title: 'Again' })
const [GONE, NEW_GONE] = [removed.asset('a'), removed.asset('n')]

testTable<[string, object[], string[], object]>([
  ['removed and stated', [GONE, AGAIN], ['a Again'], { ...NONE, updated: 1, unchanged: 1 }],
  ['given again and removed', [AGAIN, GONE], [], { ...NONE, unchanged: 1, removed: 1 }],
  ['created and removed', [asset('n'), NEW_GONE], ['a The a'], { ...NONE, unchanged: 2 }],
  ['removed twice', [GONE, GONE], [], { ...NONE, unchanged: 1, removed: 1 }],
  ['never created', [NEW_GONE], ['a The a'], { ...NONE, unchanged: 1 }],
])(
  'the later line wins of a removal and a record of the same asset',
  async (_name, lines, after, counts) => {
    const client = await scratch.newClient([asset('a')])
    const ids = () => scratch.list(client, 'assets', 'registry_id')
    const before = await ids()
    expect((await scratch.import(client, lines)).assets).toEqual(counts)
    expect(await titles(client)).toEqual(after)
    expect(await ids()).toEqual(after.length > 0 ? before : [])
  },
)

test('records before the removal of their asset are removed with it', async () => {
  const client = await scratch.newClient()
  const records = [asset('a'), valuation('1', '2020-01-01'), document('d', 'a')]
  const report = await scratch.import(client, [...records, GONE])
  expect(report).toMatchObject({
    kept: true,
    valuations: { created: 0, updated: 0, unchanged: 1 },
    documents: { created: 0, updated: 0, unchanged: 1 },
  })
  expect((await scratch.dump(client)).documents).toEqual([])
})

test('a document that moves to an asset that the file then removes is removed', async () => {
  const client = await scratch.newClient([asset('a'), asset('b'), document('d', 'a')])
  const sql =
    'SELECT ref, document_count, document_types, documentation_at FROM assets WHERE client_id = $1 ORDER BY ref'
  const state = () => scratch.rows<{ documentation_at: Date }>(client, sql)
  const [before] = await state()
  const report = await scratch.import(client, [document('d', 'b'), removed.asset('b')])
  expect(report).toMatchObject({
    kept: true,
    assets: { removed: 1 },
    documents: { created: 0, updated: 0, unchanged: 0, removed: 1 },
  })
  expect((await scratch.dump(client)).documents).toEqual([])
  const [after, ...others] = await state()
  expect(others).toEqual([])
  expect(after).toMatchObject({ ref: 'a', document_count: 0, document_types: [] })
  // A delta gives the asset that has lost the document.
  expect(after?.documentation_at.getTime()).toBeGreaterThan(
    before?.documentation_at.getTime() ?? Number.POSITIVE_INFINITY,
  )
})

test('a document that moves on from an asset that the file removes stays', async () => {
  const client = await scratch.newClient([asset('a'), asset('b'), document('d', 'a')])
  const lines = [document('d', 'b'), removed.asset('b'), document('d', 'a')]
  expect(await scratch.import(client, lines)).toMatchObject({
    kept: true,
    documents: { updated: 0, unchanged: 2, removed: 0 },
  })
  expect((await scratch.dump(client)).documents).toHaveLength(1)
})
