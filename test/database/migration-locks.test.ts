import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { concurrentIndex } from '../../src/database/migration-script.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { removeFolders } from './data-folder.ts'
import { folderOf } from './migration-folder.ts'

const { pool } = testDatabase({ isVerified: false })
const ADD_COLUMN = '-- AlterTable\nALTER TABLE held ADD COLUMN later text;'
const INDEX =
  '-- Found by name.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "held_id" ON "held" ("id");'
const onlyTry = { waitMs: 50, tries: 1, pauseMs: 0 }
let turn = 0

beforeEach(() => pool.query('DROP TABLE IF EXISTS held; CREATE TABLE held (id int)'))
afterAll(removeFolders)

function apply(script: string, patience?: typeof onlyTry): Promise<string[]> {
  const name = `29990101_${++turn}`
  return migrate(pool, folderOf({ [name]: script }), [name], patience)
}

async function whileRead<Result>(work: (reader: pg.PoolClient) => Promise<Result>) {
  const reader = await pool.connect()
  await reader.query('BEGIN; SELECT FROM held')
  return work(reader).finally(async () => {
    await reader.query('ROLLBACK')
    reader.release()
  })
}

const indexes = async () =>
  (await pool.query(`SELECT indisvalid AS valid FROM pg_index WHERE indrelid = 'held'::regclass`))
    .rows

describe('a migration whose table is held', () => {
  test('lets others read between its tries, and keeps the lock of migrations until it is applied', async () => {
    const patience = { waitMs: 50, tries: 10_000, pauseMs: 1 }
    const held = 'SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND objid = 72707369'
    const script = `${ADD_COLUMN} CREATE TABLE lock_held AS ${held};`
    let applied: Promise<string[]> | undefined
    await whileRead(async () => {
      applied = apply(script, patience)
      const waiting = `SELECT FROM pg_locks WHERE relation = 'held'::regclass AND NOT granted`
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
      for (let read = 0; read < 3; read++) await pool.query('SELECT FROM held')
    })
    expect(await applied).toHaveLength(1)
    expect((await pool.query('SELECT later FROM held')).rows).toEqual([])
    expect((await pool.query('SELECT FROM lock_held')).rowCount).toBe(1)
  })

  test('is given up with its name and the oldest transactions, and can be applied later', async () => {
    await whileRead(async (reader) => {
      const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await expect(apply(ADD_COLUMN, onlyTry)).rejects.toMatchObject({
        code: 'state_conflict',
        message: expect.stringMatching(
          new RegExp(
            `The migration 29990101_${turn} could not .* process ${rows[0]?.pid} \\(orangery, idle in transaction\\) since 2`,
          ),
        ),
      })
    })
    expect(await apply(ADD_COLUMN)).toHaveLength(1)
  })
})

describe('an index that is created concurrently', () => {
  test('is created again if a try has failed and left an invalid one', async () => {
    await pool.query('INSERT INTO held VALUES (1), (1)')
    await expect(apply(INDEX)).rejects.toThrow(
      `The migration 29990101_${turn} failed: could not create unique index`,
    )
    expect(await indexes()).toEqual([{ valid: false }])
    await pool.query('DELETE FROM held')
    expect(await apply(INDEX)).toHaveLength(1)
    expect(await indexes()).toEqual([{ valid: true }])
  })

  test('waits for no other start that waits for it', async () => {
    const name = `29990101_${++turn}`
    const dir = folderOf({ [name]: INDEX })
    const starts = await Promise.all([1, 2, 3].map(() => migrate(pool, dir)))
    expect(starts.flat()).toEqual([name])
  })

  testTable([
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS a_b ON a (b)', 'a_b'],
    ['create index concurrently if not exists a_b\n ON a (b) WHERE c IS NULL;\n', 'a_b'],
    [INDEX, 'held_id'],
    ['CREATE INDEX a_b ON a (b)', undefined],
    ['CREATE INDEX CONCURRENTLY a_b ON a (b)', undefined],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS a_b ON a (b); SELECT 1', undefined],
    ['SELECT 1; CREATE INDEX CONCURRENTLY IF NOT EXISTS a_b ON a (b)', undefined],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a"";b" ON a (b)', undefined],
  ])('is found by its name', (script, name) => {
    expect(concurrentIndex(script)).toBe(name)
  })
})
