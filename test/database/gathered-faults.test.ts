import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest'
import { connectServing } from '../../src/database/client.ts'
import { GatheredRead } from '../../src/database/gathered-read.ts'
import { toGatewayError } from '../../src/errors.ts'
import { testDatabase } from '../support/database.ts'
import { DatabaseProxy } from '../support/database-proxy.ts'
import { testTable } from '../support/test-table.ts'

const direct = testDatabase()
const proxy = new DatabaseProxy(inject('server'))
await proxy.open()
const serving = connectServing(proxy.connectionOf(direct.serving.pool), {
  onError: () => {},
  poolSize: 10,
  requestTimeoutMs: 2_000,
})
const pool = serving.identity
const statements = vi.spyOn(pool, 'query')
const keys = ['a', 'b', 'c', 'd']

const ECHO = new GatheredRead('echo', ['text'], (valueAt) => `SELECT ${valueAt(1)}::text AS said`)
const WAIT = new GatheredRead(
  'wait',
  ['text'],
  (valueAt) => `SELECT ${valueAt(1)}::text AS said, pg_advisory_xact_lock_shared(7)::text AS lock`,
)

function readAll(read: GatheredRead) {
  return Promise.all(
    keys.map((each) =>
      read.read(pool, [each]).then(
        (row) => Reflect.get(Object(row), 'said'),
        (thrown) => toGatewayError(thrown).code,
      ),
    ),
  )
}
const answered = () => expect.poll(() => readAll(ECHO)).toEqual(keys)
const unavailable = keys.map(() => 'service_unavailable')

async function whileLocked(work: () => Promise<void>) {
  const holder = await direct.pool.connect()
  await holder.query('SELECT pg_advisory_lock(7)')
  try {
    await work()
  } finally {
    await holder.query('SELECT pg_advisory_unlock(7)')
    holder.release()
  }
}

const WAITING = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`
const waiting = async () => (await direct.pool.query(WAITING)).rowCount ?? 0

beforeAll(() => readAll(ECHO))
beforeEach(() => void statements.mockClear())
afterEach(() => {
  vi.useRealTimers()
  proxy.forward()
})
afterAll(async () => {
  await serving.close()
  proxy.close()
})

describe('a group of reads', () => {
  testTable([0, 1, 40, 150])(
    'that is cut in the middle of the reply is read again',
    async (bytes) => {
      await answered()
      // So that the machine is never too slow for it.
      vi.useFakeTimers({ toFake: ['performance'] })
      proxy.cutNextReply(bytes)
      expect(await readAll(ECHO)).toEqual(keys)
      await answered()
    },
  )

  test('whose session the server has ended is read again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let read: Promise<string[]> | undefined
    await whileLocked(async () => {
      read = readAll(WAIT)
      await expect.poll(waiting).toBe(1)
      await direct.serving.pool.query(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) each`)
      await expect.poll(() => statements.mock.calls.length).toBe(1 + keys.length)
    })
    expect(await read).toEqual(keys)
    await answered()
  })

  test('that waits for a lock ends on the server in time, and is not read again', async () => {
    await whileLocked(async () => {
      expect(await readAll(WAIT)).toEqual(unavailable)
      expect(statements).toHaveBeenCalledTimes(1)
      await expect.poll(waiting).toBe(0)
    })
    await answered()
  })

  test('of a server that is away fails, opens no more connections than the pool has, and works again', async () => {
    proxy.close()
    for (let round = 0; round < 5; round++) expect(await readAll(ECHO)).toEqual(unavailable)
    await proxy.open()
    proxy.taken = 0
    await answered()
    expect(proxy.taken).toBeLessThanOrEqual(pool.options.max)
  })

  test('that has been sent is answered before the connections close', async () => {
    const closing = connectServing(proxy.connectionOf(direct.serving.pool), {
      onError: () => {},
      poolSize: 10,
    })
    await ECHO.read(closing.identity, ['first'])
    const read = Promise.all(keys.map((each) => ECHO.read(closing.identity, [each])))
    await new Promise((resolve) => setImmediate(resolve))
    await closing.close()
    expect(await read).toEqual(keys.map((said) => ({ said })))
  })
})
