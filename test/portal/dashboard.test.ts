import { describe, expect, test } from 'vitest'
import { formatUsage } from '../../src/portal/domain/usage/format-usage.ts'
import { answersOf, CLIENT_RESULTS } from '../../src/portal/domain/usage/request-results.ts'
import {
  busiestAverage,
  busiestDay,
  limitedRequests,
  shareOfLimit,
  totalRequests,
} from '../../src/portal/firm/dashboard/day-totals.ts'
import { limitedMinutes } from '../../src/portal/firm/dashboard/limited-minutes.ts'
import { nextSteps } from '../../src/portal/firm/dashboard/next-steps.ts'

const NONE = { ok: 0, refused: 0, limited: 0, failed: 0 }
const day = (date: string, counts: Partial<typeof NONE> = {}) => ({ date, ...NONE, ...counts })

describe('the requests of some days', () => {
  test('a total counts every result', () => {
    expect(
      totalRequests(day('2026-05-01', { ok: 1, refused: 20, limited: 300, failed: 4_000 })),
    ).toBe(4_321)
  })

  test.each([
    ['no days', [], null],
    ['days without requests', [day('2026-05-01'), day('2026-05-02')], null],
    [
      'a busy day of failures',
      [day('2026-05-01', { ok: 5 }), day('2026-05-02', { failed: 6 })],
      { date: '2026-05-02', total: 6 },
    ],
    [
      'two equal days: the first',
      [day('2026-05-01', { ok: 5 }), day('2026-05-02', { refused: 5 })],
      { date: '2026-05-01', total: 5 },
    ],
  ])('the busiest of %s', (_what, days, expected) => {
    expect(busiestDay(days)).toEqual(expected)
  })

  test('only what the rate limit rejected is limited', () => {
    const days = [day('2026-05-01', { ok: 9, limited: 2 }), day('2026-05-02', { limited: 3 })]
    expect(limitedRequests({ days })).toBe(5)
    expect(limitedRequests({ days: [] })).toBe(0)
  })

  test('the average is per minute of the busiest day', () => {
    expect(busiestAverage([day('2026-05-01', { ok: 1_440 }), day('2026-05-02', { ok: 1 })])).toBe(1)
    expect(busiestAverage([])).toBe(0)
  })

  test.each([
    [0, 1_000, 0],
    [250, 1_000, 25],
    [1_000, 1_000, 100],
    [5_000, 1_000, 100],
  ])('%s per minute of a limit of %s is %s percent', (perMinute, limit, expected) => {
    expect(shareOfLimit(perMinute, limit)).toBe(expected)
  })
})

describe('the minutes over the rate limit', () => {
  const error = (at: string, code = 'rate_limit_exceeded') => ({ at, code })

  test.each([
    ['no errors', [], []],
    ['other errors', [error('2026-05-01T12:00:00Z', 'no_active_grant')], []],
    [
      'one minute with two, and a newer one with one',
      [
        error('2026-05-01T12:05:00.000Z'),
        error('2026-05-01T12:00:59.999Z'),
        error('2026-05-01T12:00:00.000Z'),
        error('2026-05-01T12:00:30.000Z', 'invalid_parameter'),
      ],
      [
        { minute: '2026-05-01T12:00:00.000Z', rejected: 2 },
        { minute: '2026-05-01T12:05:00.000Z', rejected: 1 },
      ],
    ],
    [
      'equal minutes: the newer first',
      [error('2026-05-01T12:00:59.999Z'), error('2026-05-01T12:01:00.000Z')],
      [
        { minute: '2026-05-01T12:01:00.000Z', rejected: 1 },
        { minute: '2026-05-01T12:00:00.000Z', rejected: 1 },
      ],
    ],
  ])('of %s', (_what, errors, expected) => {
    expect(limitedMinutes(errors)).toEqual(expected)
  })
})

describe('a summary of requests', () => {
  test.each([
    [0, [day('2026-05-01'), day('2026-05-02')], 'No requests in 2 days'],
    [0, [], 'No requests in 0 days'],
    [1, [day('2026-05-01', { ok: 1 })], '1 request in 1 day'],
    [
      1_204,
      [day('2026-05-01', { ok: 1_000, refused: 200 }), day('2026-05-02', { failed: 4 })],
      '1,204 requests in 2 days, 200 rejected, 4 failed',
    ],
    [2, [day('2026-05-01', { limited: 2 })], '2 requests in 1 day, 2 rate limited'],
  ])('%s requests: $2', (total, days, expected) => {
    expect(formatUsage({ total, days })).toBe(expected)
  })
})

test('a client reads whether the firm got an answer, and not why it got none', () => {
  const days = [day('2026-05-01', { ok: 5, refused: 2, limited: 93, failed: 1 })]
  const text = formatUsage(answersOf({ total: 101, days }), CLIENT_RESULTS)
  expect(text).toBe('101 requests in 1 day, 96 not answered')
})

describe('the next steps of a firm', () => {
  const node = (id: string, lastUsedAt: string | null = null) => ({ id, lastUsedAt })
  const firm = (keys: number, clientCount: number, total: number) => ({
    id: 'firm_1',
    keyManagement: 'allowed' as const,
    clientCount,
    usage: { total },
    apiKeys: { totalCount: keys, nodes: keys > 0 ? [node('key_2'), node('key_1')] : [] },
  })

  test.each([
    [0, 0, 0, ['next', 'later', 'later']],
    [2, 0, 0, ['done', 'next', 'later']],
    [2, 1, 0, ['done', 'done', 'next']],
    // The client has gone since.
    [2, 0, 7, ['done', 'next', 'done']],
    [0, 0, 7, ['next', 'later', 'done']],
  ])('with %s keys, %s clients and %s requests', (keys, clients, requests, states) => {
    expect(nextSteps(firm(keys, clients, requests)).map(({ state }) => state)).toEqual(states)
  })

  test.each([
    ['not_admin', /^an admin of your firm/],
    ['plan_missing', /^needs the Enterprise plan/],
    ['plan_lapsed', /^needs an active/],
  ] as const)('lead only where the user may act: %s', (keyManagement, text) => {
    const [create, link, read] = nextSteps({ ...firm(1, 0, 0), keyManagement })
    expect(create).toMatchObject({ path: null, text: expect.stringMatching(text) })
    expect(link).toMatchObject({ path: null, text: expect.stringMatching(text) })
    expect(read?.path).toBe('/firms/firm_1/service-api/key_2')
  })

  test('end with the first read', () => {
    expect(nextSteps(firm(1, 1, 1))).toEqual([])
  })

  test('stay ended after a month without a request', () => {
    const nodes = [node('key_2'), node('key_1', '2026-05-01T00:00:00Z')]
    expect(nextSteps({ ...firm(2, 1, 0), apiKeys: { totalCount: 2, nodes } })).toEqual([])
  })

  test('lead to the newest key once there is one', () => {
    const paths = (keys: number) => nextSteps(firm(keys, 0, 0)).map(({ path }) => path)
    expect(paths(0)).toEqual(Array(3).fill('/firms/firm_1/service-api'))
    expect(paths(2)).toEqual([
      '/firms/firm_1/service-api',
      '/firms/firm_1/service-api/key_2',
      '/firms/firm_1/service-api/key_2',
    ])
  })
})
