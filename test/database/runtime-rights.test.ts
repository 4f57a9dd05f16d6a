import { expect, test } from 'vitest'
import { RUNTIME_RIGHTS } from '../../src/database/runtime-rights.ts'
import { models } from '../contract/private-members.ts'
import { testTable } from '../support/test-table.ts'

const TABLES = models().map(({ table }) => table)

testTable(TABLES)('the rights of the runtime role on each table are defined', (table) => {
  const what = `Add "${table}" to src/database/runtime-rights.ts, with the rights that requests need and
    no more. Without its line the serving process cannot use the table ("permission denied").`
  expect(Object.keys(RUNTIME_RIGHTS), what).toContain(table)
})

test('no rights are defined for a table that does not exist', () => {
  const known = ['_prisma_migrations', ...TABLES]
  expect(Object.keys(RUNTIME_RIGHTS).filter((table) => !known.includes(table))).toEqual([])
})
