import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { FEED_LOCK } from '../../src/database/portfolio-locks.ts'
import { clientOf } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { reportChanges } from '../support/feed.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, linesOf, orangery } from './orangery.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const database = testDatabase({ isVerified: false })
const { prisma } = database
const HERE = environmentOf(database)
const folder = mkdtempSync(join(tmpdir(), 'orangery-export-'))
let client = ''

beforeEach(async () => {
  client = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'A vase', category: 'art', internal_notes: 'not for others' },
  ])
})
afterAll(() => rmSync(folder, { recursive: true }))

const nameOf = async () => (await prisma.user.findUniqueOrThrow({ where: { id: client } })).name

const erase = (typed: string | null, ...more: string[]) =>
  orangery(['client', 'erase', client, ...more], HERE, '', typed)

testTable([
  ['nobody can be asked', null, 'Nobody can be asked here. Confirm with --yes.'],
  ['another text is typed', 'yes', 'Another text was typed. Nothing was done.'],
  ['nothing is typed', '', 'Another text was typed. Nothing was done.'],
])('client erase does nothing where it may not', async (_, typed, message) => {
  expect(await erase(typed)).toEqual({ code: 1, out: '', err: `error: ${message}\n` })
  expect(await nameOf()).toBe('Ada Hale')
})

test('client erase erases what the typed id says', async () => {
  const { code, out } = await erase(` ${client} `)
  expect([code, out]).toEqual([0, expect.stringContaining(`Client ${client} was erased at`)])
  expect(await nameOf()).toBe('Erased client')
})

test('client erase erases with --yes, again too', async () => {
  const first = jsonOf(await erase(null, '--yes', '--json'))
  expect(first).toMatchObject({ client_id: client, grants: [], rows: { assets: 1, users: 1 } })
  const { erased_at } = jsonOf(await erase(null, '--yes', '--json'))
  expect(erased_at).toBe(first.erased_at)
})

test('client erase waits for a report of the feed, and takes the reference that it stores', async () => {
  await grantWith(database, (await keyWith(database)).id, client)
  await reportChanges(database.serving)
  const report = await database.pool.connect()
  await report.query(`BEGIN; SELECT pg_advisory_xact_lock(${FEED_LOCK}, hashtext('${client}'))`)
  const erased = erase(null, '--yes')
  const waiting = `SELECT FROM pg_locks JOIN pg_database ON datname = current_database() AND database = pg_database.oid
    WHERE locktype = 'advisory' AND NOT granted AND classid = ${FEED_LOCK}`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  await report.query(`UPDATE feed_grants SET reference = 'K' WHERE client_id = '${client}'; COMMIT`)
  report.release()
  expect((await erased).code).toBe(0)
  const where = { clientId: client }
  expect(await prisma.feedGrant.findMany({ where })).toMatchObject([{ reference: null }])
})

const run = (...more: string[]) => orangery(['client', 'export', client, ...more], HERE)

test('client export writes one row a line, without private notes', async () => {
  const { code, out, err } = await run()
  const lines = linesOf(out)
  const tables = ['assets', 'audit_events', 'audit_events', 'portfolios', 'users']
  expect([code, err, lines.map(({ table }) => table)]).toEqual([0, '', tables])
  expect(lines[0].row).toMatchObject({ title: 'A vase', quantity: '1.000000' })
  expect(out).not.toContain('not for others')
})

test('client export writes a file that only its owner can read, and replaces none', async () => {
  const file = join(folder, 'ada.ndjson')
  const exports = () => prisma.auditEvent.count({ where: { action: 'client.exported' } })
  const before = await exports()
  const json = jsonOf(await run('--file', file, '--reason', 'Asked by mail', '--json'))
  expect(json).toEqual({ file, rows: { assets: 1, audit_events: 2, portfolios: 1, users: 1 } })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6)
  // Recorded before the data leaves.
  expect(readFileSync(file, 'utf8')).toMatch(/"reason": ?"Asked by mail"/)
  expect((await run('--file', file)).err).toContain('exists already')
  // It is recorded once: the second one wrote nothing.
  expect(await exports()).toBe(before + 1)
})

test('client export to a full disk says so, and leaves no part of the file', async () => {
  const handle = await open(folder)
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValue(full)
  try {
    const { code, err } = await run('--file', join(folder, 'full.ndjson'))
    expect([code, err]).toEqual([1, 'error: The operating system refuses: ENOSPC: no space left\n'])
  } finally {
    write.mockRestore()
    await handle.close()
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
})

const GOOD = '{"type":"asset","ref":"a1","title":"A watch","category":"watches"}\n'
const BAD = '{"type":"asset","ref":"a2","title":"A storm","category":"weather"}\n'

function fileOf(text: string): string {
  const file = join(folder, `${Math.random()}.ndjson`)
  writeFileSync(file, text)
  return file
}

const titlesOf = async (clientId: string) =>
  (await prisma.asset.findMany({ where: { clientId } })).map(({ title }) => title)

test('import reads standard input, and prints the report as one object', async () => {
  const client = await clientOf(prisma)
  const output = await orangery(['import', '-', '--client', client, '--json'], HERE, GOOD)
  expect(output.code).toBe(0)
  const assets = { created: 1, updated: 0, unchanged: 0, removed: 0 }
  expect(jsonOf(output)).toMatchObject({ kept: true, lines: 1, assets, bad_count: 0, bad: [] })
  expect(await titlesOf(client)).toEqual(['A watch'])
})

test('import --check reports what an import would do, and changes nothing', async () => {
  const client = await clientOf(prisma)
  const portfolio = () => prisma.portfolio.findUniqueOrThrow({ where: { clientId: client } })
  const before = await portfolio()
  const argv = ['import', '-', '--client', client, '--check', '--json']
  const output = await orangery(argv, HERE, GOOD)
  expect(output.code).toBe(0)
  expect(jsonOf(output)).toMatchObject({ kept: false, checked: true, assets: { created: 1 } })
  expect([await titlesOf(client), await portfolio()]).toEqual([[], before])
  expect((await orangery(argv, HERE, GOOD + BAD)).code).toBe(1)
})

test('import --schema prints the JSON Schema of a line, without a database', async () => {
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const output = await orangery(['import', '--schema'], nowhere)
  expect([output.code, JSON.parse(output.out).oneOf.length]).toEqual([0, 7])
  const refused = await orangery(['import', 'x.ndjson'], HERE)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--client')])
})

test('import imports a word that is not known, and names the nearest known one', async () => {
  const client = await clientOf(prisma)
  const valuation = { type: 'valuation', asset: 'w1', value: '9', valued_at: '2024-01-01' }
  const asset = { type: 'asset', ref: 'w1', title: 'A watch', category: 'watches' }
  const lines = [asset, { ...valuation, source: 'apraisal' }]
  const file = fileOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { code, out } = await orangery(['import', file, '--client', client], HERE)
  expect([code, await titlesOf(client)]).toEqual([0, ['A watch']])
  expect(out).toContain('line 2: source: apraisal is not a known word; the nearest is appraisal')
})

test('import imports nothing of a file with a bad line, names the line, and exits 1', async () => {
  const client = await clientOf(prisma)
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
  const many = await orangery(['import', fileOf(BAD.repeat(500)), '--client', client], HERE)
  const places = 'line 1, column 57; line 2, column 57; line 3, column 57'
  expect(many.out).toMatch(new RegExp(`^${places}; 497 more: category: .+\n$`))
})
