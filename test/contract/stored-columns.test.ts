import { expect, test } from 'vitest'
import { BLOCKS } from '../../src/modules/assets/asset.blocks.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

test('a column of a block may be null exactly where the database allows it', async () => {
  const { rows } = await database.pool.query<{ name: string; nullable: boolean }>(
    `SELECT column_name AS name, is_nullable = 'YES' AS nullable
       FROM information_schema.columns WHERE table_name = 'assets'`,
  )
  const allowed = new Map(rows.map(({ name, nullable }) => [name, nullable]))
  for (const { columns } of Object.values(BLOCKS))
    for (const [name, { check }] of Object.entries(columns))
      expect(check(null), name).toBe(allowed.get(name))
})
