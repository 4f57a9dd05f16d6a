import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { readOpenImports, watchImports } from '../../src/database/open-imports.ts'
import { examineEnvironment } from '../../src/doctor/environment.ts'
import { measured } from '../../src/measured.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase({ isVerified: false })
const { pool, serving } = database
const counts: number[] = []
const ages: number[] = []
const note = (open: number, seconds: number) => {
  counts.push(open)
  ages.push(Math.sign(seconds - 3_600))
}
afterAll(measured.listen({ imports: note }))

const examineImports = async () => {
  const config = readConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/x' })
  const found = await examineEnvironment({ database, config })
  return found.find(({ part }) => part === 'imports')
}

test('an open import is measured, logged once after a minute, and named by the doctor', async () => {
  const lines: object[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const look = watchImports(serving.pool, log)
  await look()
  expect(await examineImports()).toMatchObject({ state: 'sound' })
  const client = await pool.connect()
  const name = async (text: string) =>
    client.query(`SELECT pg_backend_pid() AS pid, set_config('application_name', $1, false)`, [
      text,
    ])
  const [{ pid }] = (await name('orangery import user_a 1700000000')).rows
  const since = new Date(1_700_000_000_000)
  expect(await readOpenImports(serving.pool)).toMatchObject([{ clientId: 'user_a', since, pid }])
  await look()
  await look()
  expect(await examineImports()).toMatchObject({
    state: 'advice',
    found: expect.stringContaining(`import of user_a that is open since ${since.toISOString()}`),
    remedy: expect.stringContaining(`pg_terminate_backend(${pid})`),
  })
  await name('orangery')
  client.release()
  await look()
  expect([counts, ages]).toEqual([
    [0, 1, 1, 0],
    [-1, 1, 1, -1],
  ])
  expect(lines).toMatchObject([
    { msg: 'an import is open', client: 'user_a', session: pid, since: since.toISOString() },
  ])
})
