import { expect, test } from 'vitest'
import {
  answersOf,
  CLIENT_RESULTS,
  formatUsage,
} from '../../src/portal/domain/usage/request-results.ts'
import { nextSteps } from '../../src/portal/firm/dashboard/next-steps.ts'
import { isUnused } from '../../src/portal/firm/keys/is-unused.ts'
import { testTable } from '../support/test-table.ts'

const NONE = { ok: 0, refused: 0, limited: 0, failed: 0 }
const day = (date: string, counts: Partial<typeof NONE> = {}) => ({ date, ...NONE, ...counts })

testTable([
  [0, [day('2026-05-01'), day('2026-05-02')], 'No requests in 2 days'],
  [
    1_204,
    [day('2026-05-01', { ok: 1_000, refused: 200 }), day('2026-05-02', { failed: 4 })],
    '1,204 requests in 2 days, 200 rejected, 4 failed',
  ],
  [2, [day('2026-05-01', { limited: 2 })], '2 requests in 1 day, 2 rate limited'],
])('a summary of requests is a sentence', (total, days, expected) => {
  expect(formatUsage({ total, days })).toBe(expected)
})

test('a client reads whether the firm got an answer, and not why it got none', () => {
  const days = [day('2026-05-01', { ok: 5, refused: 2, limited: 93, failed: 1 })]
  const text = formatUsage(answersOf({ total: 101, days }), CLIENT_RESULTS)
  expect(text).toBe('101 requests in 1 day, 96 not answered')
})

testTable([
  ['a new key without a use', null, '2026-10-31T00:00:00Z', true],
  ['a key that was used', '2026-11-01T00:00:00Z', '2026-10-31T00:00:00Z', false],
  ['an old key, whose uses may be forgotten', null, '2025-01-01T00:00:00Z', false],
])('a key is unused where no use can be forgotten', (_, lastUsedAt, createdAt, unused) => {
  expect(isUnused({ lastUsedAt, createdAt }, Date.parse('2026-11-25T12:00:00Z'))).toBe(unused)
})

const node = (id: string, lastUsedAt: string | null = null) => ({ id, lastUsedAt })
const firm = (keys: number, clientCount: number, total: number) => ({
  id: 'firm_1',
  sandboxManagement: 'allowed' as const,
  allClients: clientCount,
  allUsage: { total },
  newestKeys: { totalCount: keys, nodes: keys > 0 ? [node('key_2'), node('key_1')] : [] },
})

testTable([
  [0, 0, 0, ['next', 'later', 'later']],
  [2, 0, 0, ['done', 'next', 'later']],
  [2, 1, 0, ['done', 'done', 'next']],
  // The client has gone since.
  [2, 0, 7, ['done', 'next', 'done']],
  [0, 0, 7, ['next', 'later', 'done']],
])('the next steps of a firm follow from what the firm has', (keys, clients, requests, states) => {
  expect(nextSteps(firm(keys, clients, requests)).map(({ state }) => state)).toEqual(states)
  expect(nextSteps(firm(keys, clients, requests))[1]?.path).toBe('/firms/firm_1/clients')
})
