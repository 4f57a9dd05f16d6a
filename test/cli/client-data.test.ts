import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { clientWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const database = testDatabase({ isVerified: false })
const { prisma } = database
const HERE = { DATABASE_URL: '' }
const folder = mkdtempSync(join(tmpdir(), 'orangery-export-'))
let client = ''

beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
})
beforeEach(async () => {
  client = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'A vase', category: 'art', internal_notes: 'not for others' },
  ])
})
afterAll(() => rmSync(folder, { recursive: true }))

const nameOf = async () => (await prisma.user.findUniqueOrThrow({ where: { id: client } })).name

describe('client erase', () => {
  const erase = (typed: string | null, ...more: string[]) =>
    orangery(['client', 'erase', client, ...more], HERE, '', typed)

  testTable([
    ['nobody can be asked', null, 'Nobody can be asked here. Confirm with --yes.'],
    ['another text is typed', 'yes', 'Another text was typed. Nothing was done.'],
    ['nothing is typed', '', 'Another text was typed. Nothing was done.'],
  ])('does nothing where it may not', async (_, typed, message) => {
    expect(await erase(typed)).toEqual({ code: 1, out: '', err: `error: ${message}\n` })
    expect(await nameOf()).toBe('Ada Hale')
  })

  test('erases what the typed id says', async () => {
    const { code, out } = await erase(` ${client} `)
    expect([code, out]).toEqual([0, expect.stringContaining(`Client ${client} was erased at`)])
    expect(await nameOf()).toBe('Erased client')
  })

  test('erases with --yes, again too', async () => {
    const first = jsonOf(await erase(null, '--yes', '--json'))
    expect(first).toMatchObject({ client_id: client, grants: [], rows: { assets: 1, users: 1 } })
    const { erased_at } = jsonOf(await erase(null, '--yes', '--json'))
    expect(erased_at).toBe(first.erased_at)
  })
})

describe('client export', () => {
  const run = (...more: string[]) => orangery(['client', 'export', client, ...more], HERE)

  test('writes one row a line, without private notes', async () => {
    const { code, out, err } = await run()
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([code, err, lines.map(({ table }) => table)]).toEqual([
      0,
      '',
      ['assets', 'audit_events', 'audit_events', 'portfolios', 'users'],
    ])
    expect(lines[0].row).toMatchObject({ title: 'A vase', quantity: '1.000000' })
    expect(out).not.toContain('not for others')
  })

  test('writes a file that only its owner can read, and replaces none', async () => {
    const file = join(folder, 'ada.ndjson')
    const json = jsonOf(await run('--file', file, '--reason', 'Asked by mail', '--json'))
    expect(json).toEqual({ file, rows: { assets: 1, audit_events: 2, portfolios: 1, users: 1 } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6)
    // Recorded before the data leaves.
    expect(readFileSync(file, 'utf8')).toMatch(/"reason": ?"Asked by mail"/)
    expect((await run('--file', file)).err).toContain('exists already')
  })
})
