import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CachedResponse, ResponseCache } from '../../src/rest/response-cache.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
// Of random bytes, which cannot be compressed.
const pageOf = (size: number, bytes = randomBytes(size)): CachedResponse => ({
  bytes,
  tag: '"t"',
  link: null,
  assets: 0,
})

describe('ResponseCache', () => {
  test('returns a body for its own key only', () => {
    const pages = new ResponseCache(1 << 20)
    const page = pageOf(10)
    pages.store('a', page, null)
    expect(pages.find('a', NOW)).toEqual(page)
    expect(pages.find('b', NOW)).toBeNull()
  })

  test('returns a long body byte for byte, and stores it compressed', () => {
    const pages = new ResponseCache(1 << 20)
    const page = pageOf(0, Buffer.from(JSON.stringify(Array(500).fill({ name: 'Zürich' }))))
    pages.store('a', page, null)
    expect(pages.find('a', NOW)).toEqual(page)
    expect(pages.bytes).toBeLessThan(page.bytes.length / 5)
  })

  test('drops a body at its expiry', () => {
    const pages = new ResponseCache(1 << 20)
    pages.store('a', pageOf(10), later(1000))
    expect(pages.find('a', later(999))).not.toBeNull()
    expect(pages.find('a', later(1000))).toBeNull()
    expect(pages.bytes).toBe(0)
  })

  test('never exceeds its size, and evicts the least recently used body', () => {
    const pages = new ResponseCache(100_000)
    pages.store('first', pageOf(4000), null)
    for (let i = 0; i < 200; i++) {
      pages.store(`page ${i}`, pageOf(4000), null)
      expect(pages.bytes).toBeLessThanOrEqual(100_000)
      expect(pages.find('first', NOW)).not.toBeNull()
    }
    expect(pages.find('page 0', NOW)).toBeNull()
    expect(pages.find('page 199', NOW)).not.toBeNull()
  })

  test('counts a body that is stored again once', () => {
    const pages = new ResponseCache(1 << 20)
    pages.store('a', pageOf(1000), null)
    const once = pages.bytes
    pages.store('a', pageOf(1000), null)
    expect(pages.bytes).toBe(once)
  })

  test.each([
    ['a body past a sixteenth of it', 160_000, 20_000],
    ['anything where it may hold nothing', 0, 1],
  ])('does not store %s', (_what, room, size) => {
    const pages = new ResponseCache(room)
    pages.store('a', pageOf(size), null)
    expect(pages.find('a', NOW)).toBeNull()
  })
})
