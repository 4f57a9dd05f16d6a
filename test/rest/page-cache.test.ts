import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Encoding, encode } from '../../src/http/encoding.ts'
import { type CachedResponse, ResponseCache } from '../../src/rest/response-cache.ts'
import { testTable } from '../support/test-table.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
// Of random bytes, which cannot be compressed.
const pageOf = (size: number, bytes = randomBytes(size)): CachedResponse => ({
  bytes,
  encoding: 'identity',
  tag: 'W/"t"',
  link: null,
  assets: 0,
})

test('a cache of responses returns a body for its own key only', () => {
  const pages = new ResponseCache(1 << 20)
  const page = pageOf(10)
  pages.store('a', page, null)
  // A short body is for clients of any encoding.
  for (const encoding of ['gzip', 'br', 'identity'] as const)
    expect(pages.find('a', encoding, NOW)).toEqual(page)
  expect(pages.find('b', 'identity', NOW)).toBeNull()
  const { bytes } = pages
  pages.store('a', page, null)
  expect(pages.bytes).toBe(bytes)
})

const text = Buffer.from(JSON.stringify(Array(500).fill({ name: 'Zürich' })))
const compressed = async (encoding: Encoding): Promise<CachedResponse> => ({
  ...pageOf(0, text),
  ...(await encode(text, encoding)),
})

test('a cache of responses returns a compressed body as it is stored, and decompresses it for identity', async () => {
  const pages = new ResponseCache(1 << 20)
  const page = await compressed('gzip')
  pages.store('a', page, null)
  expect(pages.find('a', 'gzip', NOW)).toEqual(page)
  expect(pages.find('a', 'br', NOW)).toBeNull()
  expect(pages.bytes).toBeLessThan(text.length / 5)
  expect(pages.find('a', 'identity', NOW)).toEqual(pageOf(0, text))
})

test('a cache of responses decompresses a body once for the clients that accept no encoding', async () => {
  const pages = new ResponseCache(1 << 20)
  pages.store('a', await compressed('gzip'), later(1000))
  const plain = pages.find('a', 'identity', NOW)
  expect(plain?.bytes).toEqual(text)
  expect(pages.find('a', 'identity', NOW)).toBe(plain)
  expect(pages.find('a', 'identity', later(1000))).toBeNull()
  expect(pages.bytes).toBe(0)
})

test('a cache of responses: a long body is worth storing only in the encoding of clients that can use it', () => {
  const pages = new ResponseCache(1 << 20)
  const [longest, longer] = [2 ** 20, 2 ** 20 + 1].map((size) => Buffer.alloc(size))
  if (!longest || !longer) throw new Error('no bodies')
  expect(pages.keeps({ bytes: longest, encoding: 'identity' })).toBe(true)
  expect(pages.keeps({ bytes: longer, encoding: 'identity' })).toBe(false)
  expect(pages.keeps({ bytes: longer, encoding: 'gzip' })).toBe(true)
})

test('a cache of responses: a body that is stored again replaces its decompressed form', async () => {
  const pages = new ResponseCache(1 << 20)
  pages.store('a', await compressed('gzip'), null)
  pages.find('a', 'identity', NOW)
  const other = Buffer.from(JSON.stringify(Array(500).fill({ name: 'Genève' })))
  pages.store('a', { ...pageOf(0), ...(await encode(other, 'gzip')) }, null)
  expect(pages.find('a', 'identity', NOW)?.bytes).toEqual(other)
})

test('a cache of responses decompressed bodies take at most a quarter, and evict no compressed one', async () => {
  const pages = new ResponseCache(200_000)
  const page = await compressed('gzip')
  for (let i = 0; i < 40; i++) {
    pages.store(`page ${i}`, page, null)
    expect(pages.find(`page ${i}`, 'identity', NOW)?.bytes).toEqual(text)
    expect(pages.bytes).toBeLessThanOrEqual(50_000 + (i + 1) * 1_000)
  }
  for (let i = 0; i < 40; i++) expect(pages.find(`page ${i}`, 'gzip', NOW)).toEqual(page)
})

test('a cache of responses holds the form for br beside the other', async () => {
  const pages = new ResponseCache(1 << 20)
  const [gzip, br] = [await compressed('gzip'), await compressed('br')]
  pages.store('a', br, null)
  expect([pages.find('a', 'gzip', NOW), pages.find('a', 'identity', NOW)]).toEqual([null, null])
  pages.store('a', gzip, null)
  expect(pages.find('a', 'br', NOW)).toEqual(br)
  expect(pages.find('a', 'gzip', NOW)).toEqual(gzip)
  expect(pages.bytes).toBeGreaterThan(br.bytes.length + gzip.bytes.length)
})

test('a cache of responses drops a body at its expiry', () => {
  const pages = new ResponseCache(1 << 20)
  pages.store('a', pageOf(10), later(1000))
  expect(pages.find('a', 'identity', later(999))).not.toBeNull()
  expect(pages.find('a', 'identity', later(1000))).toBeNull()
  expect(pages.bytes).toBe(0)
})

test('a cache of responses never exceeds its size, and evicts the least recently used body', () => {
  const pages = new ResponseCache(100_000)
  pages.store('first', pageOf(4000), null)
  for (let i = 0; i < 200; i++) {
    pages.store(`page ${i}`, pageOf(4000), null)
    expect(pages.bytes).toBeLessThanOrEqual(100_000)
    expect(pages.find('first', 'identity', NOW)).not.toBeNull()
  }
  expect(pages.find('page 0', 'identity', NOW)).toBeNull()
  expect(pages.find('page 199', 'identity', NOW)).not.toBeNull()
})

testTable([
  ['a body past a sixteenth of it', 160_000, 20_000],
  ['anything where it may hold nothing', 0, 1],
])('a cache of responses does not store what it may not', (_what, room, size) => {
  const pages = new ResponseCache(room)
  pages.store('a', pageOf(size), null)
  expect(pages.find('a', 'identity', NOW)).toBeNull()
})
