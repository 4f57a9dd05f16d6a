import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { assets, coin } from './records.ts'
import { read, titlesOf, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

describe('updated_since', () => {
  let path = ''
  let key = ''
  let start = ''
  const instants: string[] = []

  beforeAll(async () => {
    const clientId = await clientWith(database, [coin('a'), coin('b'), coin('c')])
    key = (await readerOf(database, clientId)).secret
    path = `/api/v1/assets?client_id=${clientId}`
    start = (await read(gateway, path, key)).sync.as_of
    for (const ref of ['b', 'a', 'c']) {
      await importRecords(database, clientId, [coin(ref, { description: 'new' })])
      instants.push((await read(gateway, path, key)).sync.as_of)
    }
  })

  const titlesSince = async (since: string) => {
    const body = await read(gateway, `${path}&updated_since=${since}`, key)
    expect(body.pagination.total_count).toBe(body.data.length)
    return titlesOf(body)
  }
  const oneLess = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

  test('is exclusive', async () => {
    const [b = '', a = '', c = ''] = instants
    expect(await titlesSince(b)).toEqual(['a', 'c'])
    expect(await titlesSince(oneLess(b))).toEqual(['b', 'a', 'c'])
    expect(await titlesSince(a)).toEqual(['c'])
    expect(await titlesSince(c)).toEqual([])
    expect(await titlesSince('9999-12-31')).toEqual([])
    expect(await titlesSince(`${start}&category=art`)).toEqual([])
  })
})

async function portfolio() {
  const clientId = await clientWith(database, assets(5))
  const key = (await readerOf(database, clientId)).secret
  const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
  const whole = await walkByLinks(gateway, path, key)
  return { clientId, path, key, asOf: whole.at(-1).sync.as_of }
}
const touch = (clientId: string, ...refs: number[]) =>
  importRecords(
    database,
    clientId,
    refs.map((ref) => ({ ...assets(5)[ref], description: randomUUID() })),
  )

test('a small page reaches past many changes that later ones of the same assets replace', async () => {
  const { clientId, asOf } = await portfolio()
  const scopes = ['registry', 'valuation', 'detail'] as const
  const key = (await readerOf(database, clientId, { scopes })).secret
  const described = assets(5).map((asset) => ({ ...asset, description: 'new' }))
  await importRecords(database, clientId, described)
  const valued = described.map((asset) => ({ ...asset, market_value: '7' }))
  await importRecords(database, clientId, valued)
  const url = `/api/v1/assets?client_id=${clientId}&page_size=1&updated_since=${asOf}`
  const pages = await walkByLinks(gateway, url, key)
  expect(pages.map(titlesOf)).toEqual(assets(5).map(({ title }) => [title]))
})

test('a walk of a delta finds at its end what changed during the walk', async () => {
  const { clientId, path, key, asOf } = await portfolio()
  for (const ref of [0, 1, 2, 3, 4]) await touch(clientId, ref)
  const first = await read(gateway, `${path}&updated_since=${asOf}`, key)
  expect(titlesOf(first)).toEqual(['Asset 0', 'Asset 1'])
  await touch(clientId, 0)
  const rest = await walkByLinks(gateway, first.links.next, key)
  expect(rest.flatMap(titlesOf)).toEqual(['Asset 2', 'Asset 3', 'Asset 4', 'Asset 0'])
  expect(rest.at(-1).sync.as_of).toBe(rest.at(-1).data.at(-1).updated_at)
})

test('a walk of the whole list gives the instant of its start, so that the next delta finds the change', async () => {
  const { clientId, path, key } = await portfolio()
  const first = await read(gateway, path, key)
  await touch(clientId, 0, 4)
  const rest = await walkByLinks(gateway, first.links.next, key)
  const { as_of } = rest.at(-1).sync
  const delta = await walkByLinks(gateway, `${path}&updated_since=${as_of}`, key)
  expect(delta.flatMap(titlesOf).sort()).toEqual(['Asset 0', 'Asset 4'])
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
