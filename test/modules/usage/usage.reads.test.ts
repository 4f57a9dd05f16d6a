import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Scope } from '../../../src/access/scopes.ts'
import { readRecentErrors } from '../../../src/modules/usage/error.reads.ts'
import { addRequests } from '../../../src/modules/usage/request.writes.ts'
import {
  readLastRead,
  readLastUsed,
  readReadLog,
  readUsage,
} from '../../../src/modules/usage/usage.reads.ts'
import {
  addGrantUsage,
  addKeyUsage,
  type StatusCounts,
} from '../../../src/modules/usage/usage.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { keyWith } from '../../support/portfolio.ts'
import { requestRow } from './request-row.ts'

const database = testDatabase()
const { pool } = database
const NOW = new Date('2026-03-01T23:59:59.999Z')
const key = { id: '', firmId: '' }
let other = ''

const at = (text: string) => new Date(`${text}Z`)

beforeAll(async () => {
  Object.assign(key, await keyWith(database))
  other = (await keyWith(database)).id
  const count = (hour: string, ended: Partial<StatusCounts>, endpoint = 'GET /api/v1/assets') => ({
    hour: at(hour).getTime(),
    endpoint,
    ...{ ok: 0, refused: 0, limited: 0, failed: 0, ...ended },
  })
  const ofKey = (...counted: Parameters<typeof count>) => {
    return { ...count(...counted), keyId: key.id, lastAt: new Date(at(counted[0]).getTime() + 6) }
  }
  await addKeyUsage(pool, [
    ofKey('2026-02-26T23:00:00', { ok: 1 }),
    ofKey('2026-02-27T00:00:00', { ok: 2 }),
    ofKey('2026-02-27T23:00:00', { ok: 3 }),
    ofKey('2026-03-01T00:00:00', { refused: 4 }),
    ofKey('2026-03-01T23:00:00', { limited: 5, failed: 2_000_000_000 }),
    ofKey('2026-03-01T23:00:00', { failed: 2_000_000_000 }, 'POST /graphql'),
    ofKey('2026-03-02T00:00:00', { ok: 6 }),
  ])
  const given = { grantId: 'grant_1', scopes: [], reads: 0, assets: 0, lastReadAt: null }
  await addGrantUsage(pool, [{ ...count('2026-02-28T10:00:00', { ok: 7 }), ...given }])
})

afterEach(() => vi.restoreAllMocks())

const DAYS = [
  { date: '2026-02-27', ok: 5, refused: 0, limited: 0, failed: 0 },
  { date: '2026-02-28', ok: 0, refused: 0, limited: 0, failed: 0 },
  { date: '2026-03-01', ok: 0, refused: 4, limited: 5, failed: 2 ** 31 - 1 },
]

test('readUsage returns each UTC day, oldest first, also days without requests, in one statement', async () => {
  const query = vi.spyOn(pool, 'query')
  const subjects = [
    { keyId: key.id },
    { grantId: 'grant_1' },
    { firmId: key.firmId },
    { keyId: other },
    { keyId: key.id },
  ]
  const usage = await readUsage(pool, subjects, 3, NOW)
  expect(query).toHaveBeenCalledTimes(1)
  expect(usage[0]).toEqual(DAYS)
  expect(usage[1]?.map(({ ok }) => ok)).toEqual([0, 7, 0])
  expect(usage[2]).toEqual(DAYS)
  expect(usage[3]?.map(({ ok, refused }) => ok + refused)).toEqual([0, 0, 0])
  expect(usage[4]).toEqual(DAYS)
})

test('readUsage of one day is the current day, to its last millisecond', async () => {
  expect(await readUsage(pool, [{ keyId: key.id }], 1, NOW)).toEqual([DAYS.slice(2)])
  const [next] = await readUsage(pool, [{ keyId: key.id }], 1, new Date(NOW.getTime() + 1))
  expect(next).toEqual([{ date: '2026-03-02', ok: 6, refused: 0, limited: 0, failed: 0 }])
})

test('readLastUsed returns the time of the newest request of each used key', async () => {
  const last = await readLastUsed(pool, [key.id, other, key.id])
  expect([...last]).toEqual([[key.id, new Date(at('2026-03-02T00:00:00').getTime() + 6)]])
})

test('readRecentErrors returns the newest errors first, up to the limit for each key', async () => {
  const rows = [0, 1, 2, 3, 4].flatMap((i) => {
    const at = new Date(NOW.getTime() + Math.floor(i / 2))
    const given = { at, request_id: `${i}`, id: `logged_${i}` }
    return [key.id, 'key_x'].map((keyId) => requestRow(keyId, given))
  })
  await addRequests(pool, rows)
  const asked = [key.id, 'key_x', other, key.id]
  const errors = await readRecentErrors(pool, asked, { limit: 3, code: null })
  expect([...errors.keys()].sort()).toEqual([key.id, 'key_x'].sort())
  for (const of of errors.values())
    expect(of.map(({ request_id }) => request_id)).toEqual(['4', '3', '2'])
})

describe('the read log', () => {
  const entry = (
    grantId: string,
    hour: string,
    endpoint: string,
    scopes: Scope[],
    assets = 3,
    reads = 2,
  ) => ({
    ...{ ok: reads, refused: 1, limited: 0, failed: 0 },
    ...{ grantId, hour: at(hour).getTime(), endpoint, scopes, reads, assets },
    lastReadAt: reads === 0 ? null : new Date(at(hour).getTime() + 60_000),
  })

  beforeAll(() =>
    addGrantUsage(pool, [
      entry('grant_a', '2026-03-01T11:30:00', 'a', ['registry'], 0, 0),
      entry('grant_none', '2026-03-01T11:30:00', 'a', ['registry'], 0, 0),
      entry('grant_a', '2026-03-01T10:00:00', 'a', ['registry']),
      entry('grant_a', '2026-03-01T11:00:00', 'b', ['registry']),
      entry('grant_a', '2026-03-01T11:00:00', 'a', ['registry', 'detail']),
      entry('grant_a', '2026-03-01T11:00:00', 'a', ['registry'], 3e9),
      entry('grant_b', '2026-03-01T12:00:00', 'c', ['registry']),
    ]),
  )

  test('is paged for each grant, newest hour first, each entry once', async () => {
    const whole = await readReadLog(pool, ['grant_a', 'grant_b', 'grant_none'], {
      limit: 10,
      after: null,
    })
    expect([...whole.keys()]).toEqual(['grant_a', 'grant_b'])
    const entries = whole.get('grant_a') ?? []
    expect(
      entries.map(({ hour, endpoint, scopes }) => [hour.getUTCHours(), endpoint, scopes]),
    ).toEqual([
      [11, 'a', ['registry']],
      [11, 'a', ['registry', 'detail']],
      [11, 'b', ['registry']],
      [10, 'a', ['registry']],
    ])
    expect(entries.map(({ requests, assets }) => [requests, assets])).toEqual([
      [2, 2 ** 31 - 1],
      [2, 3],
      [2, 3],
      [2, 3],
    ])
    for (const [i, { hour, endpoint, scopes }] of entries.entries()) {
      const after = [hour, endpoint, scopes.join(',')] as const
      const rest = await readReadLog(pool, ['grant_a'], { limit: 2, after })
      expect(rest.get('grant_a') ?? []).toEqual(entries.slice(i + 1, i + 3))
    }
  })

  test('readLastRead returns the time of the last read of each grant', async () => {
    const last = await readLastRead(pool, ['grant_a', 'grant_none'])
    expect([...last]).toEqual([['grant_a', at('2026-03-01T11:01:00')]])
  })
})
