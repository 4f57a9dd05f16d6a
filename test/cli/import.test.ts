import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = { DATABASE_URL: '' }
const folder = mkdtempSync(join(tmpdir(), 'orangery-import-'))
beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
})
afterAll(() => rmSync(folder, { recursive: true }))

const GOOD = '{"type":"asset","ref":"a1","title":"A watch","category":"watches"}\n'
const BAD = '{"type":"asset","ref":"a2","title":"A storm","category":"weather"}\n'

function fileOf(text: string): string {
  const file = join(folder, `${Math.random()}.ndjson`)
  writeFileSync(file, text)
  return file
}

function titlesOf(clientId: string) {
  return database.prisma.asset
    .findMany({ where: { clientId }, select: { title: true } })
    .then((assets) => assets.map((asset) => asset.title))
}

test('import reads a file and prints the counts', async () => {
  const client = await clientOf(database.prisma)
  const output = await orangery(['import', fileOf(GOOD), '--client', client], HERE)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  expect(output.out).toContain('assets: 1 created, 0 updated, 0 unchanged')
  expect(output.out).toMatch(/lines: 1, seconds: [\d.]+, assets per second: \d+/)
  expect(await titlesOf(client)).toEqual(['A watch'])
})

test('import reads standard input, and prints the report as one object', async () => {
  const client = await clientOf(database.prisma)
  const output = await orangery(['import', '-', '--client', client, '--json'], HERE, GOOD)
  expect(output.code).toBe(0)
  expect(jsonOf(output)).toMatchObject({
    kept: true,
    lines: 1,
    assets: { created: 1, updated: 0, unchanged: 0, removed: 0 },
    bad_count: 0,
    bad: [],
    seconds: expect.any(Number),
    assets_per_second: expect.any(Number),
  })
  expect(await titlesOf(client)).toEqual(['A watch'])
})

test('import imports nothing of a file with a bad line, names the line, and exits 1', async () => {
  const client = await clientOf(database.prisma)
  const argv = ['import', fileOf(GOOD + BAD), '--client', client]
  const output = await orangery(argv, HERE)
  expect(output.code).toBe(1)
  expect(output.out).toMatch(/^line 2, column 57: category: .*watches/m)
  expect(output.err).toMatch(/^error: Nothing was imported: [^\n]*--skip-bad[^\n]*\n$/)
  const report = jsonOf(await orangery([...argv, '--json'], HERE))
  expect(report).toMatchObject({
    error: { code: 'invalid_parameter', message: output.err.slice('error: '.length, -1) },
    kept: false,
    bad_count: 1,
    bad: [{ line: 2, column: 57, member: 'category', reason: expect.any(String) }],
  })
  expect(await titlesOf(client)).toEqual([])
})

testTable([
  ['a missing file', join(folder, 'missing.ndjson')],
  ['a folder', folder],
  ['a path with terminal control characters', '\u001b[2Jx\ny'],
])('import prints one error line for what cannot be read', async (_, file) => {
  const client = await clientOf(database.prisma)
  const { code, out, err } = await orangery(['import', file, '--client', client], HERE)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^error: [^\n]+ is not a readable file\.\n$/)
  expect(err.trimEnd()).not.toMatch(/\p{Cc}/u)
})
