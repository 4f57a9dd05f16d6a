import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { assets, coin } from './records.ts'
import { read, walkByLinks, walkByNumber } from './walk.ts'

const TOTAL = 30
const gateway = testGateway()
const hidden = ['x', 'y', 'z'].map((ref) => coin(ref, { category: 'art' }))
const filter = { type: 'category', categories: ['coins'] } as const
const reader = testReader(gateway, [...assets(TOTAL), ...hidden], { filter })
const path = () => `/api/v1/assets?client_id=${reader.clientId}`
const all = () =>
  assets(TOTAL)
    .map(({ ref }) => reader.ids[String(ref)] ?? '')
    .sort()

const idsOf = (pages: { data: { registry_id: string }[] }[]) =>
  pages.flatMap((page) => page.data.map((asset) => asset.registry_id))

testTable([1, 7, 30, 100])('pages by links and by number give every asset once', async (size) => {
  for (const walk of [walkByLinks, walkByNumber]) {
    const pages = await walk(gateway, `${path()}&page_size=${size}`, reader.key)
    expect(idsOf(pages)).toEqual(all())
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      pages.map(({ links }, i) => paginationOf(i + 1, size, links)),
    )
  }
})

testTable([
  ['just past the end', 4, 10],
  ['far past the end', 2 ** 31 - 1, 100],
])('pages of the list behind the last are empty', async (_name, page, size) => {
  const body = await read(gateway, `${path()}&page=${page}&page_size=${size}`, reader.key)
  expect(body.data).toEqual([])
  expect(body.pagination).toEqual(paginationOf(page, size, body.links))
  expect(body.links.next).toBeNull()
  expect(body.links.prev).toContain(`page=${page - 1}`)
})

test('pages of the list continue by link after a page number', async () => {
  const body = await read(gateway, `${path()}&page=2&page_size=10`, reader.key)
  expect(idsOf([body])).toEqual(all().slice(10, 20))
  expect(idsOf([await read(gateway, body.links.next, reader.key)])).toEqual(all().slice(20, 30))
  expect(idsOf([await read(gateway, body.links.prev, reader.key)])).toEqual(all().slice(0, 10))
  expect(idsOf([await read(gateway, body.links.last, reader.key)])).toEqual(all().slice(20, 30))
  expect(idsOf([await read(gateway, body.links.first, reader.key)])).toEqual(all().slice(0, 10))
})

test('pages of the list of an empty list are one empty page', async () => {
  const body = await read(gateway, `${path()}&category=wine`, reader.key)
  expect(body.data).toEqual([])
  expect(body.pagination).toEqual({
    ...paginationOf(1, 25, body.links),
    total_count: 0,
    total_pages: 0,
    has_more: false,
  })
  expect(body.links).toMatchObject({ prev: null, next: null })
})

test('the cursor of the pagination is that of the link, and start is none', async () => {
  const first = await read(gateway, `${path()}&page_size=7&cursor=start`, reader.key)
  expect(first.data).toEqual((await read(gateway, `${path()}&page_size=7`, reader.key)).data)
  const { next_cursor } = first.pagination
  const second = await read(gateway, `${path()}&page_size=7&cursor=${next_cursor}`, reader.key)
  expect(second.data).toEqual((await read(gateway, first.links.next, reader.key)).data)
  expect(second.data[0].registry_id).toBe(all()[7])
})

test('links have every parameter of the request, and are relative', async () => {
  const since = '2020-01-01T00:00:00+02:00'
  const asked = `${path()}&category=CN&min_value=0.0&updated_since=${encodeURIComponent(since)}&include=valuations&fields=title&page_size=3`
  const { links } = await read(gateway, asked, reader.key)
  for (const [name, link] of Object.entries(links)) {
    if (name === 'prev') expect(link).toBeNull()
    else expect(link).toMatch(/^\/api\/v1\/assets\?client_id=/)
  }
  const { searchParams } = new URL(links.next, 'http://gateway')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    category: 'CN',
    min_value: '0.0',
    updated_since: since,
    include: 'valuations',
    fields: 'title',
    page: '2',
    page_size: '3',
    cursor: expect.stringMatching(/^[\w-]+$/),
  })
  expect(links.first).not.toContain('cursor')
})

test('links are also in a Link header', async () => {
  const { headers, json } = await gateway.request(`${path()}&page=2&page_size=10`, reader)
  const { first, prev, next, last } = json.links
  expect(headers.get('Link')).toBe(
    `<${first}>; rel="first", <${prev}>; rel="prev", <${next}>; rel="next", <${last}>; rel="last"`,
  )
})

function paginationOf(page: number, size: number, { next }: { next: string | null }) {
  const pages = Math.ceil(TOTAL / size)
  const next_cursor = next && new URL(next, gateway.url()).searchParams.get('cursor')
  const numbers = { page, page_size: size, total_count: TOTAL, total_pages: pages }
  return { ...numbers, has_more: page < pages, next_cursor }
}
