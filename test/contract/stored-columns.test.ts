import { beforeAll, expect, test } from 'vitest'
import { BLOCKS } from '../../src/modules/assets/asset.blocks.ts'
import { CHANGE_TIMES } from '../../src/modules/assets/change-times.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
let stored = new Map<string, boolean>()

beforeAll(async () => {
  const { rows } = await database.pool.query<{ name: string; nullable: boolean }>(
    `SELECT column_name AS name, is_nullable = 'YES' AS nullable
       FROM information_schema.columns WHERE table_name = 'assets'`,
  )
  stored = new Map(rows.map(({ name, nullable }) => [name, nullable]))
})

const COLUMNS = Object.values(BLOCKS).flatMap(({ columns }) => Object.entries(columns))

/** The columns that no block shows: for internal use, and P0. */
const OF_NO_BLOCK = ['client_id', 'ref', 'value_follows', 'date_follows', 'internal_notes']

test('a column of a block may be null exactly where the database allows it', () => {
  for (const [name, check] of COLUMNS) expect(check(null), name).toBe(stored.get(name))
})

test('every column of an asset is in a block or in the list above', () => {
  const known = [...COLUMNS.map(([name]) => name), ...CHANGE_TIMES, ...OF_NO_BLOCK]
  expect([...stored.keys()].sort()).toEqual(known.sort())
})

// The function compares the documents themselves, and what does not change needs no comparison.
const NOT_COMPARED = ['id', 'updated_at', 'document_count', 'document_types']

// Without a column, a scenario would leave it empty, or would not notice that it changes.
test.each([
  ['sandbox_blocks', NOT_COMPARED],
  ['change_sandbox_portfolio', []],
])('the function %s has every column of a block', async (name, others) => {
  const { rows } = await database.pool.query<{ prosrc: string }>(
    'SELECT prosrc FROM pg_proc WHERE proname = $1',
    [name],
  )
  const words = new Set(rows[0]?.prosrc.match(/\w+/g))
  const missing = COLUMNS.map(([column]) => column).filter((column) => !words.has(column))
  expect(missing).toEqual(others)
})

test('every text of an asset is ordered by its bytes', async () => {
  const { rows } = await database.pool.query(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = 'assets'::regclass AND NOT attisdropped
        AND attcollation NOT IN (0, '"C"'::regcollation)`,
  )
  expect(rows).toEqual([])
})
