import { describe, expect, test } from 'vitest'
import { SERVICE_SCOPES } from '../../../src/access/caller.ts'
import { figuresOf, showCount } from '../../../src/modules/figures/figure.ts'

describe('a count is shown in steps of five', () => {
  test.each([
    [0, 0, false],
    [1, null, true],
    [2, null, true],
    [3, null, true],
    [4, null, true],
    [5, 5, false],
    [6, 5, false],
    [9, 5, false],
    [10, 10, false],
    [104, 100, false],
    [2 ** 31 - 1, 2_147_483_645, false],
  ])('%i', (count, shown, isUnderFive) => {
    expect(showCount(count)).toEqual({ count: shown, isUnderFive })
  })

  test('so the difference of two counts does not show a number from 1 to 4', () => {
    const shown = new Map<string, Set<number>>()
    for (let before = 5; before < 40; before++)
      for (let more = 0; more < 10; more++) {
        const pair = JSON.stringify([showCount(before), showCount(before + more)])
        shown.set(pair, (shown.get(pair) ?? new Set()).add(more))
      }
    const told = [...shown.values()].filter((of) => of.size === 1 && [...of].some((n) => n < 5))
    expect(told).toEqual([])
  })
})

describe('the figures of scopes', () => {
  test('of none are none, and of all are all', () => {
    expect(figuresOf([])).toEqual([])
    expect(figuresOf(SERVICE_SCOPES)).toEqual([
      'served',
      'errors',
      'webhooks',
      'firms',
      'keys',
      'grants',
    ])
  })

  test('of one are its own', () => {
    expect(figuresOf(['figures:webhooks'])).toEqual(['webhooks'])
  })
})
