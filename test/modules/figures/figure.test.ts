import { expect, test } from 'vitest'
import { showCount } from '../../../src/modules/figures/figures.reads.ts'
import { type GroupSums, roundSums } from '../../../src/modules/figures/month.writes.ts'

test('a count is shown in steps of five and from 1 to 4 it is not shown', () => {
  const counts = [0, 1, 4, 5, 9, 10, 104, 2 ** 31 - 1]
  expect(counts.map((count) => showCount(count).count)).toEqual([
    ...[0, null, null, 5, 5, 10, 100, 2_147_483_645],
  ])
  expect(counts.filter((count) => showCount(count).isUnderFive)).toEqual([1, 4])
})

test('the difference of two counts that are shown does not show a number from 1 to 4', () => {
  const shown = new Map<string, Set<number>>()
  for (let before = 5; before < 40; before++)
    for (let more = 0; more < 10; more++) {
      const pair = JSON.stringify([showCount(before), showCount(before + more)])
      shown.set(pair, (shown.get(pair) ?? new Set()).add(more))
    }
  const told = [...shown.values()].filter((of) => of.size === 1 && [...of].some((n) => n < 5))
  expect(told).toEqual([])
})

const GROUP: GroupSums = {
  portfolios: 8,
  ...{ assets: 437n, mostAssets: 90n, value: 9_876_543n, mostValue: 2_000_000n },
  ...{ valued: 300n, recommended: 1_000n, present: 619n },
}

test('sums of portfolios are rounded down to a power of ten that no portfolio exceeds', () => {
  expect(roundSums(GROUP)).toEqual({ assets: 400n, value: null, valued: 65n, documents: 60n })
  expect(roundSums({ ...GROUP, value: 98_765_432n })).toMatchObject({ value: 90_000_000n })
  expect(roundSums({ ...GROUP, mostValue: 1_000_000n })).toMatchObject({ value: 9_000_000n })
})

test('sums of portfolios are shown of five portfolios, of which none has more than half', () => {
  const isShown = (more: Partial<GroupSums>) => roundSums({ ...GROUP, ...more }) !== null
  expect(isShown({ portfolios: 4 })).toBe(false)
  expect(isShown({ mostAssets: 219n })).toBe(false)
  expect(isShown({ assets: 190n, mostAssets: 40n, portfolios: 5 })).toBe(true)
  expect(isShown({ assets: 9n, mostAssets: 2n })).toBe(false)
})

test('sums of portfolios hide a value of which one portfolio has more than half, and no value is none', () => {
  expect(roundSums({ ...GROUP, mostValue: 4_938_272n })?.value).toBeNull()
  expect(roundSums({ ...GROUP, value: 0n, mostValue: 0n })?.value).toBe(0n)
  expect(roundSums({ ...GROUP, recommended: 0n, present: 0n })?.documents).toBeNull()
})
