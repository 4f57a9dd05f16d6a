import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connectServing, readInParts } from '../../src/database/client.ts'
import { createPool } from '../../src/database/pool.ts'
import { readRows, setServer } from '../../src/database/statement.ts'
import { toGatewayError } from '../../src/errors.ts'
import { testDatabase } from '../support/database.ts'
import { listen } from '../support/listen.ts'
import { testTable } from '../support/test-table.ts'

const database = testDatabase()
const { host, port, user, password, database: name, connectionString } = database.pool.options
const connection = connectionString ?? { host, port, user, password, database: name }
const onError = () => {}
const serving = connectServing(connection, { onError, poolSize: 10, requestTimeoutMs: 1_000 })

afterAll(() => serving.close())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown) => toGatewayError(thrown).code,
  )

test('a pool lets 500 wait, and rejects everybody else at once', async () => {
  const pool = createPool(connection, { onError, poolSize: 1 })
  // Nobody who waits is rejected for the time that it takes.
  pool.options.connectionTimeoutMillis = 0
  const held = await pool.connect()
  let settled = 0
  const waiting = Array.from({ length: 500 }, () => codeOf(pool.query('SELECT 1')))
  for (const each of waiting) void each.then(() => settled++)
  const over = [pool.query('SELECT 1'), pool.connect(), pool.query('SELECT 1')].map(codeOf)
  expect(new Set(await Promise.all(over))).toEqual(new Set(['service_unavailable']))
  expect([settled, pool.waitingCount]).toEqual([0, 500])
  held.release()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
  await pool.end()
})

test('statements are prepared on the server itself, and not through a pooler', async () => {
  const pool = createPool(connection, { onError, poolSize: 1 })
  // The first connection shows which of the two it is.
  await pool.query('SELECT 1')
  const prepared = async (text: string) => {
    await readRows(pool, text, [], 'test')
    const found = `SELECT count(*)::int AS n FROM pg_prepared_statements WHERE statement = $1`
    return (await pool.query<{ n: number }>(found, [text])).rows[0]?.n
  }
  expect(await prepared('SELECT 1 AS direct')).toBe(1)
  setServer(pool, { isDirect: false, isCluster: false })
  expect(await prepared('SELECT 1 AS pooled')).toBe(0)
  await pool.end()
})

test('the connections that serve requests are shared out: statements that hang take no others', async () => {
  const hanging = Array.from({ length: 20 }, () =>
    codeOf(serving.pool.query('SELECT pg_sleep(60)')),
  )
  for (const pool of [serving.identity, serving.health])
    expect(await codeOf(pool.query('SELECT 1'))).toBe('done')
  expect(await serving.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
  expect(serving.pool.waitingCount).toBeGreaterThan(0)
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['service_unavailable']))
})

testTable([4, 5, 10, 44, 200])(
  'the connections that serve requests are the configured number together',
  (poolSize) => {
    const opened = connectServing(connection, { onError, poolSize })
    const sizes = [opened.pool, opened.identity, opened.health].map(({ options }) => options.max)
    // Prisma has as many as identities have.
    const total = sizes.reduce((sum, size) => sum + size, 0) + opened.identity.options.max
    expect([total, Math.min(...sizes)]).toEqual([poolSize, 1])
    return opened.close()
  },
)

const LENGTH = 4 * 2 ** 20
const server = createServer((socket) => socket.end(Buffer.alloc(LENGTH)))
afterAll(() => server.close())

test('serves others between the chunks of a long reply', async () => {
  const { port } = await listen(server)
  const stream = connect(port, '127.0.0.1')
  await once(stream, 'connect')
  // So much arrives meanwhile that it could be read without a break.
  await sleep(100)
  let length = 0
  let together = 0
  let most = 0
  readInParts(stream)
  stream.on('data', (chunk) => {
    length += chunk.length
    most = Math.max(most, ++together)
    setImmediate(() => {
      together = 0
    })
  })
  await once(stream, 'end')
  expect(length).toBe(LENGTH)
  expect(most).toBeLessThanOrEqual(2)
})
