import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMigrationsDir } from '../../src/database/migrate.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, importRecords } from '../support/portfolio.ts'

// Earlier releases noted no time of a removal, and the first one noted no removal.
const database = testDatabase({ isVerified: false })
const { pool } = database
const asset = (ref: string, more: object = {}) => {
  return { type: 'asset', ref, title: ref, category: 'art', ...more }
}
const removal = (ref: string) => ({ type: 'removal', asset: ref })

async function migrateAgain(): Promise<void> {
  for (const name of ['20261228000950_removal_times', '20261228000960_removals_without_ids'])
    await pool.query(readFileSync(join(findMigrationsDir(), name, 'migration.sql'), 'utf8'))
}

async function stateOf(clientId: string) {
  const text = `SELECT (SELECT removed_at FROM removed_assets r WHERE r.client_id = p.client_id) AS removed,
      changed_at AS changed, full_before AS full FROM portfolios p WHERE client_id = $1`
  return (await pool.query(text, [clientId])).rows[0]
}

test('a removal without a time gets that of its tombstone', async () => {
  const gone = await clientWith(database, [asset('a'), asset('b')])
  await importRecords(database, gone, [removal('a')])
  const { removed } = await stateOf(gone)
  await pool.query('UPDATE removed_assets SET removed_at = NULL WHERE client_id = $1', [gone])
  await migrateAgain()
  expect(await stateOf(gone)).toMatchObject({ removed, full: null })
})

test('an asset that was imported again gets no time, so that no later value of it is taken for one', async () => {
  const back = await clientWith(database, [asset('a')])
  await importRecords(database, back, [removal('a')])
  await importRecords(database, back, [asset('a', { market_value: '5' })])
  await pool.query('UPDATE removed_assets SET removed_at = NULL WHERE client_id = $1', [back])
  await importRecords(database, back, [asset('a', { market_value: '6' })])
  await migrateAgain()
  expect(await stateOf(back)).toMatchObject({ removed: null, full: null })
})

test('a removal of which the tombstone alone is known makes mirrors walk again', async () => {
  const first = await clientWith(database, [asset('a'), asset('b')])
  await importRecords(database, first, [removal('a')])
  await pool.query('DELETE FROM removed_assets WHERE client_id = $1', [first])
  await migrateAgain()
  const { changed, full } = await stateOf(first)
  expect(full).toEqual(changed)
})
