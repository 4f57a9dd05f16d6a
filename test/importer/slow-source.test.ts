import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { removeFolders } from '../database/data-folder.ts'
import { folderOf } from '../database/migration-folder.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith } from '../support/portfolio.ts'

const database = testDatabase()
const { pool } = database
const asset = (ref: string) => ({ type: 'asset', ref, title: ref, category: 'art' })
let client = ''

beforeAll(async () => {
  client = await clientWith(database, [asset('a')])
})
afterAll(removeFolders)

/** A source that gives 50 lines, and then nothing until it is ended. */
function slowSource() {
  let end = () => {}
  let isWaiting = false
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* read() {
    for (let i = 0; i < 50; i++) yield `${JSON.stringify(asset(`b${i}`))}\n`
    isWaiting = true
    await ended
  }
  return { read, end, isWaiting: () => isWaiting }
}

test('an import that waits for its source holds no lock, so that a migration stops nobody', async () => {
  const { read, end, isWaiting } = slowSource()
  const imported = importPortfolio(pool, client, read())
  imported.catch(() => {})
  await expect.poll(isWaiting).toBe(true)
  const tables = ['portfolios', 'assets', 'collections', 'valuations', 'documents', 'asset_scans']
  const added = tables.map((table) => `ALTER TABLE ${table} ADD COLUMN later int;`).join('\n')
  const onlyTry = { waitMs: 1_000, tries: 1, pauseMs: 0 }
  const name = '29990101_later'
  expect(await migrate(pool, folderOf({ [name]: added }), [name], onlyTry)).toEqual([name])
  expect((await pool.query('SELECT later FROM assets')).rows).toEqual([{ later: null }])
  end()
  expect(await imported).toMatchObject({ kept: true, assets: { created: 50 } })
})

test('a client who was removed meanwhile is unknown', async () => {
  const { read, end, isWaiting } = slowSource()
  const other = await clientWith(database, [])
  const imported = importPortfolio(pool, other, read())
  imported.catch(() => {})
  await expect.poll(isWaiting).toBe(true)
  await pool.query('DELETE FROM portfolios WHERE client_id = $1', [other])
  end()
  await expect(imported).rejects.toMatchObject({ code: 'unknown_client' })
})
