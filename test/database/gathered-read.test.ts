import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GatheredRead } from '../../src/database/gathered-read.ts'
import { createPool } from '../../src/database/pool.ts'
import { setServer } from '../../src/database/statement.ts'
import { toGatewayError } from '../../src/errors.ts'
import { testDatabase } from '../support/database.ts'

const { pool: owner } = testDatabase()
const { host, port, user, password, database: name, connectionString } = owner.options
const pool = createPool(connectionString ?? { host, port, user, password, database: name }, {
  onError: () => {},
  poolSize: 3,
})
const statements = vi.spyOn(pool, 'query')

const ECHO = new GatheredRead(
  'echo',
  ['text', 'bytea', 'timestamptz'],
  (valueAt) =>
    `SELECT ${valueAt(1)}::text AS said, encode(${valueAt(2)}::bytea, 'hex') AS bytes, ${valueAt(3)}::timestamptz AS at
      WHERE ${valueAt(1)}::text <> 'unknown'`,
)
const BYTES = Buffer.from('00ff', 'hex')
const echo = (said: string) => ECHO.read(pool, [said, BYTES, null])
const answerTo = (said: string) => ({ said, bytes: '00ff', at: null })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown) => toGatewayError(thrown).code,
  )

// The first connection shows whether the server takes gathered reads.
beforeAll(() => pool.query('SELECT 1'))
beforeEach(() => void statements.mockClear())
afterAll(() => pool.end())

describe('reads that are asked for together', () => {
  test('share one statement', async () => {
    const found = await Promise.all(['a', 'unknown', 'c'].map(echo))
    expect(found).toEqual([answerTo('a'), undefined, answerTo('c')])
    expect(statements).toHaveBeenCalledTimes(1)
  })

  test('neither wait for the reply to an earlier group nor share it', async () => {
    const lock = new GatheredRead(
      'lock',
      ['int8'],
      (valueAt) => `SELECT pg_advisory_xact_lock_shared(${valueAt(1)})`,
    )
    const holder = await owner.connect()
    await holder.query('SELECT pg_advisory_lock(1)')
    let isDone = false
    const early = Promise.all([1, 1].map((key) => lock.read(pool, [key])))
    void early.then(() => {
      isDone = true
    })
    await expect.poll(() => statements.mock.calls.length).toBe(1)
    await Promise.all([2, 2].map((key) => lock.read(pool, [key])))
    // The same values again: the statement that has been sent may have read its rows already.
    const late = lock.read(pool, [1])
    await new Promise((resolve) => setImmediate(resolve))
    const sent = statements.mock.calls.length
    const wasDone = isDone
    await holder.query('SELECT pg_advisory_unlock(1)')
    holder.release()
    await Promise.all([early, late])
    expect([sent, wasDone]).toEqual([3, false])
  })

  test('keep each value as it is', async () => {
    const hostile = ['', 'NULL', 'null', '{}', '{"a",b}', '"', '\\', "'", ',', ' a ', '$1', 'é\n😀']
    const at = new Date('1850-01-01T00:00:00.123Z')
    const found = await Promise.all([
      ...hostile.map(echo),
      ECHO.read(pool, ['a', Buffer.from('\\'), at]),
      ECHO.read(pool, ['b', Buffer.alloc(0), null]),
    ])
    expect(found).toEqual([
      ...hostile.map(answerTo),
      { said: 'a', bytes: '5c', at: '1850-01-01T00:00:00.123+00:00' },
      { said: 'b', bytes: '', at: null },
    ])
    expect(statements).toHaveBeenCalledTimes(1)
  })

  test('fail alone: what the server refuses for one is no failure of the others', async () => {
    const found = await Promise.allSettled(['a', 'x\u0000', 'b'].map(echo))
    expect(found).toEqual([
      { status: 'fulfilled', value: answerTo('a') },
      { status: 'rejected', reason: expect.objectContaining({ code: '22021' }) },
      { status: 'fulfilled', value: answerTo('b') },
    ])
  })

  test('are at most 50 in a statement', async () => {
    const said = Array.from({ length: 120 }, (_, i) => `${i}`)
    expect(await Promise.all(said.map(echo))).toEqual(said.map(answerTo))
    expect(statements).toHaveBeenCalledTimes(3)
  })
})

test('beyond 500 unanswered reads, others are rejected at once', async () => {
  const held = await Promise.all([1, 2, 3].map(() => pool.connect()))
  let settled = 0
  const waiting = Array.from({ length: 500 }, (_, i) => echo(`${i}`))
  for (const each of waiting) void each.finally(() => settled++)
  expect(await codeOf(echo('over'))).toBe('service_unavailable')
  expect(settled).toBe(0)
  for (const client of held) client.release()
  expect((await Promise.all(waiting)).at(-1)).toEqual(answerTo('499'))
  expect(await codeOf(echo('again'))).toBe('done')
})

test('on a cluster, each read has a statement of its own', async () => {
  setServer(pool, { isDirect: true, isCluster: true })
  await Promise.all(['a', 'b'].map(echo))
  expect(statements).toHaveBeenCalledTimes(2)
  setServer(pool, { isDirect: true, isCluster: false })
})
