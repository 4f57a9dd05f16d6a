import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  readLastRead,
  readLastUsed,
  readReadLog,
  readUsage,
} from '../../../src/modules/usage/usage.reads.ts'
import { addUsage } from '../../../src/modules/usage/usage.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { keyWith } from '../../support/portfolio.ts'
import { tally } from './request-row.ts'

const database = testDatabase()
const { pool } = database
const NOW = new Date('2026-03-01T23:59:59.999Z')
const key = { id: '', firmId: '' }
let other = ''

const LISTED = 'GET /api/v1/assets'
const at = (text: string) => new Date(`${text}Z`)

beforeAll(async () => {
  Object.assign(key, await keyWith(database))
  other = (await keyWith(database)).id
  const ofKey = (text: string, status: number, requests: number, endpoint = LISTED) => {
    const [hour, last_at] = [at(text), new Date(at(text).getTime() + 6)]
    return tally(key.id, { hour, last_at, status, requests, endpoint })
  }
  await addUsage(pool, [
    ofKey('2026-02-26T23:00:00', 200, 1),
    ofKey('2026-02-27T00:00:00', 304, 2),
    ofKey('2026-02-27T23:00:00', 200, 3),
    ofKey('2026-03-01T00:00:00', 404, 4),
    ofKey('2026-03-01T23:00:00', 429, 5),
    ofKey('2026-03-01T23:00:00', 500, 2_000_000_000),
    ofKey('2026-03-01T23:00:00', 503, 2_000_000_000, 'POST /graphql'),
    ofKey('2026-03-02T09:00:00', 200, 6),
    tally('grant_1', { hour: at('2026-02-28T10:00:00'), requests: 7, scopes: '', is_read: false }),
  ])
})

afterEach(() => vi.restoreAllMocks())

const DAYS = [
  { date: '2026-02-27', ok: 5, refused: 0, limited: 0, failed: 0 },
  { date: '2026-02-28', ok: 0, refused: 0, limited: 0, failed: 0 },
  { date: '2026-03-01', ok: 0, refused: 4, limited: 5, failed: 2 ** 31 - 1 },
]

test('readUsage returns each UTC day, oldest first, also days without requests, in one statement', async () => {
  const query = vi.spyOn(pool, 'query')
  const ids = [key.id, 'grant_1', key.firmId, other, key.id]
  const usage = await readUsage(pool, ids, 3, NOW)
  expect(query).toHaveBeenCalledTimes(1)
  expect(usage.get(key.id)).toEqual(DAYS)
  expect(usage.get('grant_1')?.map(({ ok }) => ok)).toEqual([0, 7, 0])
  expect(usage.get(key.firmId)).toEqual(DAYS)
  expect(usage.get(other)?.map(({ ok, refused }) => ok + refused)).toEqual([0, 0, 0])
})

test('readUsage of one day is the current day, to its last millisecond', async () => {
  const read = async (now: Date) => (await readUsage(pool, [key.id], 1, now)).get(key.id)
  expect(await read(NOW)).toEqual(DAYS.slice(2))
  expect(await read(new Date(NOW.getTime() + 1))).toEqual([
    { date: '2026-03-02', ok: 6, refused: 0, limited: 0, failed: 0 },
  ])
})

test('readLastUsed returns the time of the newest request of each used key, also beside hours of an earlier release', async () => {
  await pool.query(
    "INSERT INTO key_usage SELECT key_id, $1, endpoint, 0, 0, 0, 0, $1 FROM key_usage WHERE hour = '2026-03-02Z'",
    [at('2026-03-02T05:00:00')],
  )
  const last = await readLastUsed(pool, [key.id, other, key.id])
  expect([...last]).toEqual([[key.id, new Date(at('2026-03-02T09:00:00').getTime() + 6)]])
})

describe('the read log', () => {
  const entry = (id: string, hour: string, endpoint: string, scopes: string, assets = 3) =>
    tally(id, {
      ...{ hour: at(hour), endpoint, scopes, assets, requests: 2, is_read: assets > 0 },
      last_at: new Date(at(hour).getTime() + 60_000),
    })

  beforeAll(() =>
    addUsage(pool, [
      entry('grant_a', '2026-03-01T11:30:00', 'a', 'registry', 0),
      entry('grant_none', '2026-03-01T11:30:00', 'a', 'registry', 0),
      entry('grant_a', '2026-03-01T10:00:00', 'a', 'registry'),
      entry('grant_a', '2026-03-01T11:00:00', 'b', 'registry'),
      entry('grant_a', '2026-03-01T11:00:00', 'a', 'registry,detail'),
      entry('grant_a', '2026-03-01T11:00:00', 'a', 'registry', 3e9),
      entry('grant_b', '2026-03-01T12:00:00', 'c', 'registry'),
    ]),
  )

  test('is paged for each grant, newest hour first, each entry once', async () => {
    const ids = ['grant_a', 'grant_b', 'grant_none']
    const whole = await readReadLog(pool, ids, { limit: 10, after: null })
    expect([...whole.keys()]).toEqual(['grant_a', 'grant_b'])
    const entries = whole.get('grant_a') ?? []
    const shown = entries.map(({ hour, endpoint, scopes, requests, assets }) => [
      ...[hour.getUTCHours(), endpoint, scopes.join(), requests, assets],
    ])
    expect(shown).toEqual([
      [11, 'a', 'registry', 2, 2 ** 31 - 1],
      [11, 'a', 'registry,detail', 2, 3],
      [11, 'b', 'registry', 2, 3],
      [10, 'a', 'registry', 2, 3],
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
