import { expect, test } from 'vitest'
import { TotalsCache } from '../../src/access/totals-cache.ts'
import { accessTo } from './fixtures.ts'

const access = (dataVersion: string) => ({ ...accessTo('user_x'), dataVersion })

test('cached totals are found only for the same version of a portfolio', () => {
  const totals = new TotalsCache<number>(10_000)
  totals.store(access('1'), 'all', 7)
  expect(totals.find(access('1'), 'all')).toBe(7)
  expect(totals.find(access('2'), 'all')).toBeUndefined()
  expect(totals.find(access('1'), 'art')).toBeUndefined()
})

test('cached totals are limited by size, not by number', () => {
  const totals = new TotalsCache<number>(10_000)
  const long = 'x'.repeat(2_000)
  for (const part of ['a', 'b', 'c', 'd']) totals.store(access('1'), part + long, 1)
  const stored = ['a', 'b', 'c', 'd'].filter((part) => totals.find(access('1'), part + long))
  expect(stored).toEqual(['c', 'd'])
})

test('cached totals are not stored by a cache of size 0', () => {
  const totals = new TotalsCache<number>(0)
  expect(totals.store(access('1'), 'all', 7)).toBe(7)
  expect(totals.find(access('1'), 'all')).toBeUndefined()
})
