import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { testTable } from '../support/test-table.ts'
import { newDataDir, removeFolders } from './data-folder.ts'
import { serverPid } from './server-pid.ts'

let database: OpenDatabase
const dataDir = newDataDir()
const onError = vi.fn()

beforeAll(async () => {
  database = await openDatabase({ dataDir, poolSize: 3, onError })
})

afterAll(async () => {
  await database.close()
  await database.close()
  const left = serverPid(dataDir)
  await removeFolders()
  expect(left).toBeUndefined()
})

describe('the pool', () => {
  afterEach(() => void vi.unstubAllEnvs())

  testTable([
    [`1.50::numeric(10,2)`, '1.50'],
    [`12345678901234567890.123456789::numeric`, '12345678901234567890.123456789'],
    [`ARRAY[1.50, NULL]::numeric[]`, ['1.50', null]],
    [`9007199254740993::int8`, '9007199254740993'],
    [`DATE '2026-03-29'`, '2026-03-29'],
    [`TIMESTAMPTZ '2026-03-29 02:30:00.123+02'`, new Date('2026-03-29T00:30:00.123Z')],
    [`TIMESTAMP '2026-03-29 02:30:00'`, new Date('2026-03-29T02:30:00Z')],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
    [`current_setting('TimeZone')`, 'UTC'],
    [`current_setting('statement_timeout')`, '30s'],
    [`current_setting('application_name')`, 'orangery'],
  ])('reads each type exactly', async (expression, value) => {
    const { rows } = await database.pool.query(`SELECT ${expression} AS value`)
    expect(rows).toEqual([{ value }])
  })

  test('sends instants exactly in any time zone', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    // At that time 4 hours, 56 minutes and 2 seconds behind UTC.
    const instant = new Date('1850-01-01T00:00:00.123Z')
    expect(instant.getHours()).toBe(19)
    const { rows } = await database.pool.query(
      'SELECT $1::timestamptz AS one, $2::timestamptz[] AS list',
      [instant, [instant]],
    )
    expect(rows).toEqual([{ one: instant, list: [instant] }])
    const query = database.prisma.$queryRaw`SELECT ${instant}::timestamptz AS one`
    expect(await query).toEqual([{ one: instant }])
  })
})
