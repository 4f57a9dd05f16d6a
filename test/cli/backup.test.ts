import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load.ts'
import { newDataDir, removeFolders } from '../database/data-folder.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith } from '../support/portfolio.ts'
import { addressOf } from './address.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database)
const PRIVATE = 'a note with \\ tab\t, line\nend, and \\.'
const ASSET = { type: 'asset', ref: 'a', title: 'Ä 🍊', category: 'art', internal_notes: PRIVATE }
const folder = mkdtempSync(join(tmpdir(), 'orangery-backup-'))
const fileOf = (name: string) => join(folder, name)

beforeAll(async () => {
  await loadDemo(database)
  await clientWith(database, [ASSET])
})
afterEach(removeFolders)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('backup and restore move everything from a server to an embedded database', async () => {
  const output = await orangery(['backup', fileOf('first'), '--json'], HERE)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  const saved = jsonOf(output)
  expect(saved).toMatchObject({ file: fileOf('first'), release: expect.any(String) })
  const tables: { name: string; rows: number }[] = saved.tables
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  expect(rows).toMatchObject({ portfolios: 5, installation: 0, plants: expect.any(Number) })
  expect(lstatSync(fileOf('first')).mode & 0o777).toBe(0o600)

  const DATA_DIR = newDataDir()
  const restored = await orangery(['restore', fileOf('first'), '--json'], { DATA_DIR })
  expect({ code: restored.code, err: restored.err }).toEqual({ code: 0, err: '' })
  expect(jsonOf(restored)).toMatchObject({ left_out: [], applied: [] })
  expect((await orangery(['doctor'], { DATA_DIR })).out).toContain('found nothing')
  expect(readdirSync(folder)).toEqual(['first'])

  const twice = await orangery(['restore', fileOf('first')], { DATA_DIR })
  expect(twice.code).toBe(1)
  expect(twice.err).toMatch(/^error: The database is not empty: \w+ has rows\. [^\n]+\n$/)
})

test('backup refuses a file that exists, and leaves it as it is', async () => {
  writeFileSync(fileOf('taken'), 'mine')
  for (const file of [fileOf('taken'), '/dev/full', folder]) {
    const err = `error: ${file} exists already, and is never replaced.\n`
    expect(await orangery(['backup', file], HERE)).toEqual({ code: 1, out: '', err })
  }
  expect(readFileSync(fileOf('taken'), 'utf8')).toBe('mine')
})

test('backup refuses a role that cannot read everything', async () => {
  const DATABASE_URL = await addressOf(database.serving, 'runtime')
  const { code, err } = await orangery(['backup', fileOf('partial')], { DATABASE_URL })
  expect(code).toBe(1)
  expect(err).toMatch(/^error: The database role cannot read all of: [^\n]*assets[^\n]*OWNER_URL/)
  expect(readdirSync(folder)).not.toContain('partial')
})
