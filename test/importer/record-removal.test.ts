import { describe, expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { asset, document, NONE, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const FIRST = valuation('1', '2020-01-01')
const START = [
  asset('a'),
  asset('b'),
  FIRST,
  valuation('2', '2021-01-01'),
  document('d', 'a'),
  document('e', 'a', { document_type: 'photo' }),
]

const startedClient = () => scratch.newClient(START)

async function stateOf(client: string) {
  const [one] = await scratch.rows<Record<string, unknown>>(
    client,
    `SELECT array(SELECT value::float8 FROM valuations v WHERE v.client_id = $1 ORDER BY valued_at) AS values,
            array(SELECT ref FROM documents d WHERE d.client_id = $1 ORDER BY ref) AS documents,
            a.document_count, a.document_types, a.market_value::float8, a.valued_at
       FROM assets a WHERE a.client_id = $1 AND a.ref = 'a'`,
  )
  return one
}

test('the removal of a valuation removes the one of that asset, source and instant', async () => {
  const client = await startedClient()
  const sold = valuation('9', '2020-01-01', 'auction_result')
  await scratch.import(client, [sold, valuation('8', '2020-01-01', 'appraisal', 'b')])
  const report = await scratch.import(client, [removed.valuation('2020-01-01T01:00:00+01:00')])
  expect(report).toMatchObject({ kept: true, valuations: { ...NONE, removed: 1 } })
  expect((await scratch.dump(client)).valuations).toHaveLength(3)
  const gone = `SELECT FROM valuations v JOIN assets a USING (client_id, registry_id)
    WHERE client_id = $1 AND ref = 'a' AND v.valued_at = '2020-01-01Z' AND source = 'appraisal'`
  expect(await scratch.rows(client, gone)).toEqual([])
})

test('the removal of a valuation lets the market value follow the newest that is left, or none', async () => {
  const client = await startedClient()
  expect(await stateOf(client)).toMatchObject({ market_value: 2 })
  await scratch.import(client, [removed.valuation('2021-01-01')])
  const left = { market_value: 1, valued_at: new Date('2020-01-01') }
  expect(await stateOf(client)).toMatchObject(left)
  await scratch.import(client, [removed.valuation('2020-01-01')])
  expect(await stateOf(client)).toMatchObject({ values: [], market_value: null, valued_at: null })
})

testTable<[string, object, string | null]>([
  ['a date that was taken from it goes with it', { market_value: '2' }, null],
  ['a date that was given stays', { market_value: '2', valued_at: '2021-01-01' }, '2021-01-01'],
])(
  'the removal of a valuation leaves a date that was given, and takes one that was taken from it',
  async (_, members, date) => {
    const client = await startedClient()
    await scratch.import(client, [asset('a', members)])
    await scratch.import(client, [removed.valuation('2021-01-01')])
    const state = { market_value: 2, valued_at: date && new Date(date) }
    expect(await stateOf(client)).toMatchObject(state)
    await scratch.importUnchanged(client, [asset('a', members)])
  },
)

const valued = ['2020-01-01', '2021-01-01'].map((at) => removed.valuation(at))
const all = [...valued, removed.document('d'), removed.document('e')]

test('a removal is one change: imported again it changes nothing', async () => {
  const client = await startedClient()
  await scratch.import(client, all)
  expect(await scratch.list(client, 'portfolios', 'data_version')).toEqual(['2'])
  expect(await scratch.importUnchanged(client, all.toReversed())).toMatchObject({
    kept: true,
    valuations: { ...NONE, unchanged: 2 },
    documents: { ...NONE, unchanged: 2 },
  })
})

testTable<[string, object]>([
  ['a valuation of another instant', removed.valuation('2020-01-02')],
  ['a valuation of another source', removed.valuation('2020-01-01', 'spot_price')],
  ['a valuation of another asset', removed.valuation('2020-01-01', 'appraisal', 'b')],
  ['a valuation of an unknown asset', removed.valuation('2020-01-01', 'appraisal', 'none')],
  ['an unknown document', removed.document('none')],
  ['a document by the ref of its asset', removed.document('a')],
  ['a document by a ref that is SQL', removed.document("d' OR ref = 'd")],
  ['a document by a pattern', removed.document('%')],
])('a removal of what is not there changes nothing', async (_, line) => {
  const client = await startedClient()
  expect(await scratch.importUnchanged(client, [line])).toMatchObject({ kept: true, bad_count: 0 })
})

describe('of a removal and a record of the same thing the later line wins', () => {
  const title = (text: string) => document('d', 'a', { title: text })
  const REMOVALS = [removed.valuation('2020-01-01'), removed.document('d')]
  const REMOVED = { ...NONE, unchanged: 1, removed: 1 }
  const BOTH = { values: [1, 2], documents: ['d', 'e'] }
  const NEW = [valuation('7', '2023-01-01'), document('n', 'a')]
  const NEW_REMOVALS = [removed.valuation('2023-01-01'), removed.document('n')]

  testTable<[string, object[], object, object]>([
    [
      'removed, then stated',
      [...REMOVALS, FIRST, title('New')],
      { valuations: { ...NONE, unchanged: 2 }, documents: { ...NONE, updated: 1, unchanged: 1 } },
      BOTH,
    ],
    [
      'stated, then removed',
      [FIRST, title('New'), ...REMOVALS],
      { valuations: REMOVED, documents: REMOVED },
      { values: [2], documents: ['e'] },
    ],
    [
      'new, then removed',
      [...NEW, ...NEW_REMOVALS],
      { valuations: { ...NONE, unchanged: 2 }, documents: { ...NONE, unchanged: 2 } },
      BOTH,
    ],
    [
      'removed twice',
      [removed.document('d'), removed.document('d')],
      { documents: REMOVED },
      { values: [1, 2], documents: ['e'] },
    ],
    [
      'removed, and moved to another asset later',
      [removed.document('d'), document('d', 'b')],
      { documents: { ...NONE, updated: 1, unchanged: 1 } },
      { ...BOTH, document_count: 1 },
    ],
  ])('and the report counts both', async (_, lines, report, state) => {
    const client = await startedClient()
    expect(await scratch.import(client, lines)).toMatchObject({ kept: true, ...report })
    expect(await stateOf(client)).toMatchObject(state)
  })

  test('and a bad line counts as absent', async () => {
    const client = await startedClient()
    const lines = [removed.document('d'), document('d', 'unknown')]
    const report = await scratch.import(client, lines, { skipBad: true })
    expect(report).toMatchObject({ bad_count: 1, documents: { ...NONE, removed: 1 } })
    expect(await stateOf(client)).toMatchObject({ documents: ['e'] })
  })

  test('and the removal of the asset covers both, in any order', async () => {
    const covering = removed.asset('a')
    for (const lines of [
      [covering, ...REMOVALS],
      [...REMOVALS, covering],
    ]) {
      const client = await startedClient()
      expect(await scratch.import(client, lines)).toMatchObject({
        kept: true,
        assets: { removed: 1 },
        valuations: { ...NONE, unchanged: 1 },
        documents: { ...NONE, unchanged: 1 },
      })
      expect(await scratch.rows(client, 'SELECT FROM valuations WHERE client_id = $1')).toEqual([])
    }
  })
})
