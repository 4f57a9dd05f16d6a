import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { coin } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

/** A client with two assets, of which only `a` is changed; gives what a sync says after the change. */
async function afterChange(before: Record<string, unknown>, changes: Record<string, unknown>[]) {
  const clientId = await clientWith(database, [
    { type: 'collection', ref: 'v', name: 'Vault' },
    coin('a', before),
    coin('b'),
    { type: 'valuation', asset: 'a', value: '1', source: 'purchase', valued_at: '2020-01-01' },
    { type: 'document', asset: 'a', ref: 'first', document_type: 'invoice', title: 'I' },
  ])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const { sync } = await read(gateway, path, secret)
  await importRecords(database, clientId, changes)
  const body = await read(gateway, `${path}&updated_since=${sync.as_of}`, secret)
  const ids = await registryIds(database, clientId)
  return { body, changed: body.data.map(({ title }: { title: string }) => title), ids }
}

const heirs = [{ name: 'Bea', share_percent: '100' }]
const scan = { scanned_at: '2026-01-01', method: 'nfc', result: 'match' }

testTable<[string, Record<string, unknown>, Record<string, unknown>[]]>([
  ['a new title', {}, [coin('a', { title: 'a' }), coin('a', { description: 'new' })]],
  ['another category', {}, [coin('a', { category: 'art' })]],
  [
    'a valuation',
    {},
    [{ type: 'valuation', asset: 'a', value: '1', source: 'appraisal', valued_at: '2026-01-01' }],
  ],
  [
    'a document',
    {},
    [{ type: 'document', asset: 'a', ref: 'd', document_type: 'invoice', title: 'I' }],
  ],
  [
    'the removal of a valuation',
    {},
    [{ type: 'valuation_removal', asset: 'a', source: 'purchase', valued_at: '2020-01-01' }],
  ],
  ['the removal of a document', {}, [{ type: 'document_removal', ref: 'first' }]],
  ['entering a collection', {}, [coin('a', { collections: ['v'] })]],
  ['leaving a collection', { collections: ['v'] }, [coin('a')]],
  [
    'a new name of its collection',
    { collections: ['v'] },
    [{ type: 'collection', ref: 'v', name: 'Safe' }],
  ],
  ['an heir', {}, [coin('a', { heirs })]],
  ['the end of an heir', { heirs }, [coin('a')]],
  ['a scan', {}, [coin('a', { verification: { scans: [scan] } })]],
  [
    'another result of a scan',
    { verification: { scans: [scan] } },
    [coin('a', { verification: { scans: [{ ...scan, result: 'mismatch' }] } })],
  ],
  ['a share link', {}, [coin('a', { share_links: [{ label: 'Lawyer' }] })]],
  [
    'the revocation of a share link',
    { share_links: [{ label: 'Lawyer' }] },
    [coin('a', { share_links: [{ label: 'Lawyer', revoked_at: '2026-01-01' }] })],
  ],
  ['the end of a share link', { share_links: [{ label: 'Lawyer' }] }, [coin('a')]],
])(
  'what counts as a change of an asset is what its reader may see',
  async (_name, before, changes) => {
    const { changed, body } = await afterChange(before, changes)
    expect(changed).toEqual(['a'])
    expect(body.sync.removed).toEqual([])
  },
)

testTable<[string, Record<string, unknown>[]]>([
  ['nothing', []],
  ['the same again', [coin('a', { heirs, share_links: [{ label: 'L' }] })]],
  [
    'the removal of what is not there',
    [
      { type: 'valuation_removal', asset: 'a', source: 'purchase', valued_at: '2020-01-02' },
      { type: 'document_removal', ref: 'second' },
    ],
  ],
  ['a collection that it is not in', [{ type: 'collection', ref: 'v', name: 'Safe' }]],
])(
  'what counts as a change of an asset what its reader may not see does not count',
  async (_name, changes) => {
    const { body } = await afterChange({ heirs, share_links: [{ label: 'L' }] }, changes)
    expect([body.data, body.sync.removed]).toEqual([[], []])
    expect(body.pagination.total_count).toBe(0)
  },
)

test('what counts as a change of an asset a new asset', async () => {
  const { changed } = await afterChange({}, [coin('new')])
  expect(changed).toEqual(['new'])
})

test('what counts as a change of an asset the removal of the asset', async () => {
  const { body } = await afterChange({}, [{ type: 'removal', asset: 'a' }])
  expect(body.data).toEqual([])
  expect(body.sync.removed).toHaveLength(1)
})

describe('updated_since', () => {
  let path = ''
  let key = ''
  let start = ''
  const instants: string[] = []

  beforeAll(async () => {
    const clientId = await clientWith(database, [coin('a'), coin('b'), coin('c')])
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId)
    path = `/api/v1/assets?client_id=${clientId}`
    key = secret
    start = (await read(gateway, path, key)).sync.as_of
    for (const ref of ['b', 'a', 'c']) {
      await importRecords(database, clientId, [coin(ref, { description: 'new' })])
      instants.push((await read(gateway, path, key)).sync.as_of)
    }
  })

  const titlesSince = async (since: string) => {
    const body = await read(gateway, `${path}&updated_since=${since}`, key)
    expect(body.pagination.total_count).toBe(body.data.length)
    return body.data.map(({ title }: { title: string }) => title)
  }
  const oneLess = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

  test('gives the oldest change first', async () => {
    expect(await titlesSince(start)).toEqual(['b', 'a', 'c'])
  })

  test('is exclusive', async () => {
    const [b = '', a = '', c = ''] = instants
    expect(await titlesSince(b)).toEqual(['a', 'c'])
    expect(await titlesSince(oneLess(b))).toEqual(['b', 'a', 'c'])
    expect(await titlesSince(a)).toEqual(['c'])
    expect(await titlesSince(c)).toEqual([])
    expect(await titlesSince('9999-12-31')).toEqual([])
  })

  test('accepts any offset from UTC', async () => {
    const [b = ''] = instants
    const elsewhere = new Date(Date.parse(b) + 2 * 3_600_000).toISOString().replace('Z', '%2B02:00')
    expect(await titlesSince(elsewhere)).toEqual(['a', 'c'])
  })

  test('compares with the updated_at of an asset', async () => {
    const body = await read(gateway, `${path}&updated_since=${start}`, key)
    const updated = body.data.map((each: { updated_at: string }) => each.updated_at)
    expect(updated).toEqual(instants)
    expect(body.sync.as_of).toBe(instants.at(-1))
  })

  test('can be combined with a category and a value range', async () => {
    expect(await titlesSince(`${start}&category=coins`)).toEqual(['b', 'a', 'c'])
    expect(await titlesSince(`${start}&category=art`)).toEqual([])
    expect(await titlesSince(`${start}&min_value=0`)).toEqual([])
  })
})
