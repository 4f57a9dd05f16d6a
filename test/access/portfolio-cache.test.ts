import { expect, test } from 'vitest'
import { PortfolioCache } from '../../src/access/portfolio-cache.ts'
import { accessTo } from './fixtures.ts'

const access = (dataVersion: string) => ({ ...accessTo('user_x'), dataVersion })

test('a cached value is found only for its own part of the same version of a portfolio', () => {
  const totals = new PortfolioCache<number>(10_000)
  totals.store(access('1'), 'all', 7)
  expect(totals.find(access('1'), 'all')).toBe(7)
  expect(totals.find(access('2'), 'all')).toBeUndefined()
  expect(totals.find(access('1'), 'art')).toBeUndefined()
})

test('a cache never exceeds its size, and evicts the least recently used value', () => {
  const totals = new PortfolioCache<number>(100_000, () => 4_000)
  totals.store(access('1'), 'first', 1)
  for (let i = 0; i < 200; i++) {
    totals.store(access('1'), `page ${i}`, i)
    expect(totals.bytes).toBeLessThanOrEqual(100_000)
    expect(totals.find(access('1'), 'first')).toBe(1)
  }
  expect(totals.find(access('1'), 'page 0')).toBeUndefined()
  expect(totals.find(access('1'), 'page 199')).toBe(199)
})

test('a cache does not store a value larger than a sixteenth of it, and nothing where its size is 0', () => {
  const totals = new PortfolioCache<number>(160_000, () => 20_000)
  expect(totals.store(access('1'), 'all', 7)).toBe(7)
  expect(totals.find(access('1'), 'all')).toBeUndefined()
  const none = new PortfolioCache<number>(0)
  expect(none.store(access('1'), 'all', 7)).toBe(7)
  expect(none.find(access('1'), 'all')).toBeUndefined()
})

test('a cached value is read once', async () => {
  const totals = new PortfolioCache<number>(10_000)
  let reads = 0
  const read = async () => ++reads
  expect(await totals.findOrRead(access('1'), 'all', read)).toBe(1)
  expect(await totals.findOrRead(access('1'), 'all', read)).toBe(1)
  expect([totals.hits, totals.misses]).toEqual([1, 1])
})

test('a value is read once for all who ask meanwhile, also where nothing is cached', async () => {
  const none = new PortfolioCache<number>(0)
  let reads = 0
  const ask = (part: string) => none.findOrRead(access('1'), part, async () => ++reads)
  expect(await Promise.all([ask('all'), ask('all'), ask('art')])).toEqual([1, 1, 2])
  expect(await ask('all')).toBe(3)
})
