import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { assets } from './records.ts'
import { read, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

interface Entry {
  title: string
}

async function keyTo(clientId: string) {
  return (await readerOf(database, clientId)).secret
}

async function portfolio() {
  const clientId = await clientWith(database, assets(5))
  const key = await keyTo(clientId)
  const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
  const whole = await walkByLinks(gateway, path, key)
  return { clientId, path, key, asOf: whole.at(-1).sync.as_of }
}
const titles = (body: { data: Entry[] }) => body.data.map(({ title }) => title)
const touch = (clientId: string, ...refs: number[]) =>
  importRecords(
    database,
    clientId,
    refs.map((ref) => ({ ...assets(5)[ref], description: randomUUID() })),
  )

test('a walk of a delta finds at its end what changed during the walk', async () => {
  const { clientId, path, key, asOf } = await portfolio()
  for (const ref of [0, 1, 2, 3, 4]) await touch(clientId, ref)
  const first = await read(gateway, `${path}&updated_since=${asOf}`, key)
  expect(titles(first)).toEqual(['Asset 0', 'Asset 1'])
  await touch(clientId, 0)
  const rest = await walkByLinks(gateway, first.links.next, key)
  expect(rest.flatMap(titles)).toEqual(['Asset 2', 'Asset 3', 'Asset 4', 'Asset 0'])
  expect(rest.at(-1).sync.as_of).toBe(rest.at(-1).data.at(-1).updated_at)
})

test('a walk of the whole list gives the instant of its start, so that the next delta finds the change', async () => {
  const { clientId, path, key } = await portfolio()
  const first = await read(gateway, path, key)
  await touch(clientId, 0, 4)
  const rest = await walkByLinks(gateway, first.links.next, key)
  const { as_of } = rest.at(-1).sync
  const delta = await walkByLinks(gateway, `${path}&updated_since=${as_of}`, key)
  expect(delta.flatMap(titles).sort()).toEqual(['Asset 0', 'Asset 4'])
})

test('a walk by numbers gives no instant, and neither do links from one of its pages', async () => {
  const { path, key, clientId, asOf } = await portfolio()
  await touch(clientId, 0, 1, 2, 3, 4)
  for (const url of [path, `${path}&updated_since=${asOf}`]) {
    const pages = await walkByNumber(gateway, url, key)
    expect(pages.map(({ sync }) => sync.as_of)).toEqual([null, null, null])
    const rest = await walkByLinks(gateway, pages[1].links.next, key)
    expect(rest.map(({ sync }) => sync.as_of)).toEqual([null])
  }
})

test('a walk from the future gives what is safe to go on from', async () => {
  const { clientId, path, key } = await portfolio()
  const { data, sync } = await read(gateway, `${path}&updated_since=9999-12-31`, key)
  expect(data).toEqual([])
  await touch(clientId, 3)
  const next = await read(gateway, `${path}&updated_since=${sync.as_of}`, key)
  expect(titles(next)).toEqual(['Asset 3'])
})

const late = { type: 'asset', ref: 'late', title: 'Late', category: 'art' }

/** Imports an asset as soon as the first statement of this text has its result. */
function importAfter(text: string, clientId: string) {
  const { pool } = gateway.serving
  const query = pool.query.bind(pool)
  let imported = 0
  vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
    const result = await Reflect.apply(query, pool, given)
    if (JSON.stringify(given).includes(text) && imported++ === 0)
      await importRecords(database, clientId, [late])
    return result
  })
  return () => {
    vi.restoreAllMocks()
    return imported
  }
}

test.each([
  ['with assets', assets(3)],
  ['that is empty', []],
])('an asset that is imported just after the page of a full walk was read is in the walk or in the delta that follows: a list %s', async (_what, records) => {
  const clientId = await clientWith(database, records)
  const { secret: key } = await readerOf(database, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const statementsSeen = importAfter('WITH page', clientId)
  const first = (await gateway.request(path, { key })).json
  expect(statementsSeen()).toBeGreaterThan(0)
  const delta = await gateway.request(`${path}&updated_since=${first.sync.as_of}`, { key })
  const titles = [...first.data, ...delta.json.data].map(({ title }) => title)
  expect(titles.filter((title) => title === 'Late')).not.toEqual([])
})
