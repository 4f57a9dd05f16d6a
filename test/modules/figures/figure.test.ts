import { expect, test } from 'vitest'
import { SERVICE_SCOPES } from '../../../src/access/caller.ts'
import { figuresOf, showCount } from '../../../src/modules/figures/figure.ts'

test('a count is shown in steps of five and from 1 to 4 it is not shown', () => {
  const counts = [0, 1, 4, 5, 9, 10, 104, 2 ** 31 - 1]
  expect(counts.map((count) => showCount(count).count)).toEqual([
    ...[0, null, null, 5, 5, 10, 100, 2_147_483_645],
  ])
  expect(counts.filter((count) => showCount(count).isUnderFive)).toEqual([1, 4])
})

test('a count is shown in steps of five so the difference of two counts does not show a number from 1 to 4', () => {
  const shown = new Map<string, Set<number>>()
  for (let before = 5; before < 40; before++)
    for (let more = 0; more < 10; more++) {
      const pair = JSON.stringify([showCount(before), showCount(before + more)])
      shown.set(pair, (shown.get(pair) ?? new Set()).add(more))
    }
  const told = [...shown.values()].filter((of) => of.size === 1 && [...of].some((n) => n < 5))
  expect(told).toEqual([])
})

test('the figures of scopes are their own, of none none, and of all all', () => {
  expect(figuresOf([])).toEqual([])
  expect(figuresOf(['figures:webhooks'])).toEqual(['webhooks'])
  const all = ['served', 'errors', 'webhooks', 'firms', 'keys', 'grants']
  expect(figuresOf(SERVICE_SCOPES)).toEqual(all)
})
