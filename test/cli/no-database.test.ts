import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { jsonOf, orangery } from './orangery.ts'

const folder = mkdtempSync(join(tmpdir(), 'orangery-no-database-'))
const DATA_DIR = join(folder, 'data')

afterAll(() => rmSync(folder, { recursive: true }))

const COMMANDS = [
  ['firm', 'list'],
  ['client', 'create', '--name', 'n', '--email', 'a@example.com'],
  ['import', '-', '--client', 'user_x'],
  ['person', 'lock', '--email', 'a@example.com', '--reason', 'x'],
  ['backup', join(folder, 'x.backup')],
  ['doctor'],
  ['purge'],
]

testTable(COMMANDS)('a command creates no database, and says where it looked', async (...argv) => {
  const output = await orangery([...argv, '--json'], { DATA_DIR })
  expect({ code: output.code, error: jsonOf(output).error }).toEqual({
    code: 1,
    error: {
      code: 'state_conflict',
      message: `There is no database in ${DATA_DIR}. Set DATA_DIR to the folder of yours, or create one here: orangery serve`,
    },
  })
  expect(readdirSync(folder)).toEqual([])
})

test('an empty folder is none either, and stays', async () => {
  mkdirSync(DATA_DIR)
  const { err } = await orangery(['firm', 'list'], { DATA_DIR })
  expect(err).toContain(`There is no database in ${DATA_DIR}. `)
  expect(readdirSync(DATA_DIR)).toEqual([])
})
