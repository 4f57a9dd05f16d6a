import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { enterpriseFirm, someone } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, orangery, runJson as runCommand } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = environmentOf(database)
const WEBSITE = ['--website', 'https://hale.example']
const OTHERS = ['--registration', 'HR 7', '--contact', '+44 20', '--verified', '2026-01-02']
let id = ''

beforeAll(async () => {
  id = (await createFirm(operator(prisma), { name: 'Hale Estates' })).id
})

const runJson = (...argv: string[]) => runCommand(HERE, ...argv)
const run = (...args: string[]) => orangery(['firm', 'identity', id, ...args], HERE)

test('firm identity is set and cleared', async () => {
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
  ['no date', [...WEBSITE, ...OTHERS.slice(0, 4), '--verified', 'today'], 'such as 2026-11-20'],
])('firm identity with a bad value is refused', async (_name, args, says) => {
  const { code, err } = await run(...args)
  expect(code).not.toBe(0)
  expect(err).toContain(says)
  const { identity } = await prisma.firm.findUniqueOrThrow({ where: { id } })
  expect(identity).toBeNull()
})

test('firm create, list and update', async () => {
  const firm = await runJson('firm', 'create', '--name', ' Hale ', '--tier', 'elevated')
  const made = { name: 'Hale', plan: 'standard', plan_state: 'active', tier: 'elevated' }
  expect(firm).toEqual({ id: expect.stringMatching(/^firm_/), ...made })
  const plan = ['--plan', 'enterprise', '--plan-state', 'past_due']
  const lapsed = { ...firm, plan: 'enterprise', plan_state: 'past_due' }
  expect(await runJson('firm', 'update', firm.id, ...plan)).toEqual(lapsed)
  const updated = { ...lapsed, tier: 'enterprise' }
  expect(await runJson('firm', 'update', firm.id, '--tier', 'enterprise')).toEqual(updated)
  const other = await enterpriseFirm(prisma)
  const { data } = await runJson('firm', 'list')
  const stored = { ...updated, identity: null, created_at: expect.stringMatching(/Z$/) }
  expect(data.find(({ id }: { id: string }) => id === firm.id)).toEqual(stored)
  expect(data.at(-1).id).toBe(other)
})

test('client create and list', async () => {
  const { name, email } = someone()
  const given = ['--environment', 'sandbox', '--currency', 'eur']
  const created = await runJson('client', 'create', '--name', name, '--email', email, ...given)
  expect(created).toMatchObject({ name, email, environment: 'sandbox', currency: 'EUR' })
  await runJson('staff', 'create', '--name', 'n', '--email', someone().email)
  const { data } = await runJson('client', 'list')
  expect(data.at(-1)).toEqual({ ...created, created_at: expect.stringMatching(/Z$/) })
})

test('member list, update and remove; the last admin stays', async () => {
  const firm = await enterpriseFirm(prisma)
  const create = async (role: string) => {
    const { name, email } = someone()
    const given = ['--name', name, '--email', email, '--role', role]
    return runJson('member', 'create', '--firm', firm, ...given)
  }
  const [admin, other] = [await create('admin'), await create('developer')]
  const update = ['member', 'update', other.id, '--firm', firm, '--role', 'admin']
  expect((await orangery(update, HERE)).out).toBe(`Member ${other.id}: admin\n`)
  const { data } = await runJson('member', 'list', '--firm', firm)
  const facts = { firm_id: firm, role: 'admin', can_sign_in: false, is_proved: true }
  const joined_at = expect.stringMatching(/Z$/)
  const members = [admin, other].map(({ id: user_id, name, email }) => ({ user_id, name, email }))
  expect(data).toEqual(members.map((member) => ({ ...facts, ...member, joined_at })))
  const removed = await runJson('member', 'remove', admin.email, '--firm', firm)
  expect(removed).toEqual({ firm_id: firm, user_id: admin.id, name: admin.name, keys: [] })
  const last = await orangery(['member', 'remove', other.id, '--firm', firm], HERE)
  expect([last.code, last.err]).toEqual([1, expect.stringMatching(/last admin/)])
  const list = await orangery(['member', 'list', '--firm', firm], HERE)
  expect(list.out).toBe(`${other.id}  admin  ${other.email}  ${other.name}\n`)
})
