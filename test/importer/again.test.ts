import { expect, test } from 'vitest'
import { CHANGE_TIMES } from '../../src/modules/assets/change-times.ts'
import { FILE } from './full-file.ts'
import { FULL } from './full-record.ts'
import { asset, scratchDatabase } from './scratch.ts'

const scratch = scratchDatabase()

test('importing again the same file changes nothing', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, FILE)
  const before = await scratch.dump(client)
  const report = await scratch.import(client, [...FILE].reverse())
  expect(report).toMatchObject({
    collections: { created: 0, updated: 0, unchanged: 2 },
    assets: { created: 0, updated: 0, unchanged: 2, removed: 0 },
    valuations: { created: 0, updated: 0, unchanged: 1 },
    documents: { created: 0, updated: 0, unchanged: 1 },
  })
  expect(await scratch.dump(client)).toEqual(before)
})

test('the result of an import depends on the file only, not on the earlier data', async () => {
  const [fresh, changed] = [await scratch.newClient(), await scratch.newClient()]
  const end = [
    FULL,
    asset('a2'),
    { type: 'collection', ref: 'c1', name: 'C' },
    { type: 'collection', ref: 'c2', name: 'D' },
  ]
  const bare = {
    type: 'asset',
    ref: 'a1',
    title: 'Bare',
    category: 'WT',
    created_at: '2001-01-01',
  }
  await scratch.import(fresh, [...end, bare])
  await scratch.import(changed, end)
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
  expect((await state(changed)).lists[0]).toEqual({
    ref: 'a1',
    estate: null,
    verification: null,
    collections: null,
    items: '0',
  })
})

test('an asset that is imported again keeps its registry id and its date of creation', async () => {
  const client = await scratch.newClient()
  const read = () =>
    scratch.rows(
      client,
      'SELECT id, registry_id, created_at, category FROM assets WHERE client_id = $1',
    )
  await scratch.import(client, [asset('a')])
  const [before] = await read()
  await scratch.import(client, [asset('a', { category: 'WT', title: 'Other' })])
  expect(await read()).toEqual([{ ...before, category: 'watches' }])
  expect(
    await scratch.rows(client, 'SELECT category FROM tombstones WHERE client_id = $1'),
  ).toEqual([{ category: 'art' }])
})

test('one change is one new version, and touches only its own asset', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, [...FILE])
  const read = () =>
    scratch.rows<{ data_version: string; ref: string; updated_at: Date }>(
      client,
      'SELECT data_version, ref, updated_at FROM portfolios JOIN assets USING (client_id) WHERE client_id = $1 ORDER BY ref',
    )
  const [one, two] = await read()
  await scratch.import(client, [...FILE, { ...FULL, heirs: [...FULL.heirs].reverse() }])
  const [oneAfter, twoAfter] = await read()
  expect(Number(oneAfter?.data_version)).toBe(Number(one?.data_version) + 1)
  expect(oneAfter?.updated_at.getTime()).toBeGreaterThan(one?.updated_at.getTime() ?? 0)
  expect(twoAfter?.updated_at).toEqual(two?.updated_at)
})
