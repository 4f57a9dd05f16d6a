import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = { DATABASE_URL: '' }
const WEBSITE = ['--website', 'https://hale.example']
const OTHERS = ['--registration', 'HR 7', '--contact', '+44 20', '--verified', '2026-01-02']
let id = ''

beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
  id = (await createFirm(prisma, OPERATOR, { name: 'Hale Estates' })).id
})

const run = (...args: string[]) => orangery(['firm', 'identity', id, ...args], HERE)

test('firm identity sets and clears it', async () => {
  const set = await run(...WEBSITE, ...OTHERS)
  expect([set.code, set.err, set.out]).toEqual([
    0,
    '',
    `Firm ${id}: https://hale.example/, HR 7, +44 20, verified on 2026-01-02\n`,
  ])
  const cleared = await run('--clear', '--json')
  expect(jsonOf(cleared)).toEqual({ id, name: 'Hale Estates', identity: null })
  const where = { firmId: id, action: 'firm.identity_set' }
  const events = await prisma.auditEvent.findMany({ where })
  expect(events.map(({ actor }) => actor)).toEqual(['operator', 'operator'])
})

testTable([
  ['nothing', [], 'give all of'],
  ['a part', WEBSITE, 'give all of'],
  ['all and --clear', [...WEBSITE, ...OTHERS, '--clear'], 'give all of'],
  ['http', ['--website', 'http://hale.example', ...OTHERS], 'https address'],
  ['no date', [...WEBSITE, ...OTHERS.slice(0, 4), '--verified', 'today'], 'such as 2026-11-20'],
  ['a future date', [...WEBSITE, ...OTHERS.slice(0, 4), '--verified', '2999-01-01'], 'future'],
])('firm identity with a bad value is refused', async (_name, args, says) => {
  const { code, err } = await run(...args)
  expect(code).not.toBe(0)
  expect(err).toContain(says)
  const { identity } = await prisma.firm.findUniqueOrThrow({ where: { id } })
  expect(identity).toBeNull()
})
