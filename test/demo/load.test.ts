import { afterAll, beforeAll, expect, test } from 'vitest'
import { identifyPartner, identifyPerson } from '../../src/access/identity.reads.ts'
import { SCOPES } from '../../src/access/scopes.ts'
import { parseSecret } from '../../src/access/secret.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { migrate } from '../../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { type DemoCredentials, loadDemo } from '../../src/demo/load.ts'
import {
  ASHDOWN,
  ensureClient,
  needsDemo,
  SIGN_INS,
  STAFF,
  setRandomPasswords,
} from '../../src/demo/people.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { newDataDir, removeFolders } from '../database/data-folder.ts'

const EMAILS = SIGN_INS.map(({ email }) => email)
const FIRST_DAY = new Date('2025-03-10T12:00:00.000Z')

let database: OpenDatabase
let first: DemoCredentials

beforeAll(async () => {
  database = await openDatabase({ dataDir: newDataDir(), onError: () => {} })
  await migrate(database.pool)
  // The state after a load that was interrupted at its start, long ago.
  const { id } = await ensureClient(database.prisma, ASHDOWN)
  await database.prisma.user.update({ where: { id }, data: { createdAt: FIRST_DAY } })
  expect(await needsDemo(database.prisma)).toBe(true)
  first = await loadDemo(database)
})

afterAll(async () => {
  await database.close()
  await removeFolders()
})

function hashOf(secret: string): Uint8Array {
  const parsed = parseSecret(secret)
  if (!parsed) throw new Error('Not a well-formed secret')
  return parsed.hash
}

async function view(secret: string, clientId: string) {
  const found = await identifyPartner(database.pool, hashOf(secret), clientId, null)
  const access = found?.decision?.access
  if (access instanceof StoredDataError) throw access
  if (!access || !('visibility' in access)) return access?.code
  const { scopes, filter } = access.visibility
  return { scopes: [...scopes], filter: filter.type }
}

async function census() {
  const { prisma } = database
  const portfolios = await prisma.portfolio.findMany({ orderBy: { clientId: 'asc' } })
  return {
    assets: await prisma.asset.count(),
    documents: await prisma.document.count(),
    firms: await prisma.firm.count(),
    plants: await prisma.plant.count(),
    users: await prisma.user.count(),
    valuations: await prisma.valuation.count(),
    versions: portfolios.map(({ dataVersion }) => dataVersion),
  }
}

test('all data is loaded, and each asset with a value has a market value', async () => {
  const { assets, firms, plants, users } = await census()
  // With the sandbox client of the firm, and its seven assets.
  expect({ assets, firms, plants, users }).toEqual({ assets: 407, firms: 2, plants: 12, users: 8 })
  const unvalued = { marketValue: null, NOT: { estate: { contains: '"value_unknown"' } } }
  expect(await database.prisma.asset.count({ where: unvalued })).toBe(0)
  expect(await needsDemo(database.prisma)).toBe(false)
})

test('each key can read what its grants allow and nothing else', async () => {
  const { clients, productionKey, insuranceKey, sandboxKey } = first
  const views = {
    whole: await view(productionKey, clients.ashdown),
    part: await view(productionKey, clients.valcroze),
    desk: await view(insuranceKey, clients.ashdown),
    sandbox: await view(sandboxKey, clients.testwell),
    rejected: await view(insuranceKey, clients.valcroze),
    across: await view(sandboxKey, clients.ashdown),
  }
  expect(views).toEqual({
    whole: { scopes: [...SCOPES], filter: 'all' },
    part: { scopes: ['registry', 'valuation', 'documentation'], filter: 'category' },
    desk: { scopes: ['registry', 'documentation'], filter: 'collection' },
    sandbox: { scopes: [...SCOPES], filter: 'all' },
    rejected: 'no_active_grant',
    across: 'no_active_grant',
  })
})

test('the access token acts as the first client, who owns the plants', async () => {
  const { accessToken, clients } = first
  const found = await identifyPerson(database.pool, hashOf(accessToken), null)
  expect(found?.person).toMatchObject({ userId: clients.ashdown })
  const where = { ownerId: clients.ashdown }
  expect(await database.prisma.plant.count({ where })).toBe(12)
})

test('every user has a random password, stored as a hash', async () => {
  const { prisma } = database
  expect(new Set(first.signIns.map(({ password }) => password)).size).toBe(
    await prisma.user.count({ where: { sandboxFirmId: null } }),
  )
  const { verifyPassword } = await import('better-auth/crypto')
  for (const { email, password } of first.signIns) {
    const { passwordHash } = await prisma.account.findFirstOrThrow({ where: { user: { email } } })
    expect(await verifyPassword({ hash: passwordHash ?? '', password })).toBe(true)
    expect(passwordHash).not.toContain(password)
  }
})

test('loading again creates new secrets and changes nothing else; the earlier secrets keep working', async () => {
  const before = await census()
  const second = await loadDemo(database)
  expect(await census()).toEqual(before)
  expect(second.clients).toEqual(first.clients)
  expect(second.firmId).toBe(first.firmId)
  for (const { productionKey } of [first, second])
    expect(await view(productionKey, first.clients.ashdown)).toMatchObject({ filter: 'all' })
  expect(second.productionKey).not.toBe(first.productionKey)
  expect(second.signIns).toHaveLength(7)
  expect(second.signIns[0]?.password).not.toBe(first.signIns[0]?.password)
  // Otherwise every load on another day would add valuations.
  const { _max: newest } = await database.prisma.valuation.aggregate({
    where: { clientId: first.clients.ashdown },
    _max: { valuedAt: true },
  })
  expect(newest.valuedAt).toEqual(new Date('2025-03-10'))
})

test('if there is a client who is not of the demo, no staff user is created', async () => {
  const { prisma } = database
  await createClient(operator(prisma), { name: 'Una Wells', email: 'una@example.com' })
  // As while the first load runs: there is no staff user yet.
  const where = { email: STAFF.email }
  await prisma.user.update({ where, data: { email: 'noor@example.com' } })
  const { signIns } = await loadDemo(database)
  expect(await prisma.user.count({ where })).toBe(0)
  expect(signIns.map((each) => each.as)).not.toContain('staff')
  expect(signIns).toHaveLength(6)
  // Otherwise the next start would replace the passwords.
  expect(await needsDemo(prisma)).toBe(false)
})

test('a load that ended before the passwords were set is not complete, and none of them is set', async () => {
  const { prisma } = database
  const accounts = () => prisma.account.count({ where: { user: { email: { in: EMAILS } } } })
  await prisma.account.deleteMany({ where: { user: { email: { in: EMAILS } } } })
  expect(await needsDemo(prisma)).toBe(true)
  // The last of them fails: nobody signs in as a sandbox client.
  const { email } = await prisma.user.findFirstOrThrow({ where: { sandboxFirmId: { not: null } } })
  const setting = setRandomPasswords(prisma, [...SIGN_INS, { email, as: 'x' }])
  await expect(setting).rejects.toMatchObject({ code: 'state_conflict' })
  expect([await accounts(), await needsDemo(prisma)]).toEqual([0, true])
  await loadDemo(database)
  expect([await accounts(), await needsDemo(prisma)]).toEqual([EMAILS.length, false])
})
