import { afterAll, beforeAll, expect, test } from 'vitest'
import { identifyPartner, identifyPerson } from '../../src/access/identity.reads.ts'
import { SCOPES } from '../../src/access/scopes.ts'
import { parseSecret } from '../../src/access/secret.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { migrate } from '../../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { type DemoCredentials, loadDemo } from '../../src/demo/load.ts'
import { ASHDOWN } from '../../src/demo/owners.ts'
import { isLoaded, requireClient } from '../../src/demo/people.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { newDataDir, removeFolders } from '../database/data-folder.ts'

const FIRST_DAY = new Date('2025-03-10T12:00:00.000Z')

let database: OpenDatabase
let first: DemoCredentials

beforeAll(async () => {
  database = await openDatabase({ dataDir: newDataDir() }, () => {})
  await migrate(database.pool)
  // What a load leaves that was cut off at its very start, a good while ago.
  const { id } = await requireClient(database.prisma, ASHDOWN)
  await database.prisma.user.update({ where: { id }, data: { createdAt: FIRST_DAY } })
  expect(await isLoaded(database.prisma)).toBe(false)
  first = await loadDemo(database)
}, 120_000)

afterAll(async () => {
  await database.close()
  await removeFolders()
})

function hashOf(secret: string): Uint8Array {
  const parsed = parseSecret(secret)
  if (!parsed) throw new Error('Not a well-formed secret')
  return parsed.hash
}

/** What a key sees of a client: scopes and filter, or the code of the refusal. */
async function view(secret: string, clientId: string) {
  const found = await identifyPartner(database.pool, hashOf(secret), clientId, new Date())
  const portfolio = found?.portfolio
  if (portfolio instanceof StoredDataError) throw portfolio
  if (!portfolio || !('visibility' in portfolio)) return portfolio?.code
  const { scopes, filter } = portfolio.visibility
  return { scopes: [...scopes], filter: filter.type }
}

/** How many rows of each kind there are, and the versions of the portfolios. */
async function census() {
  const { prisma } = database
  return {
    assets: await prisma.asset.count(),
    documents: await prisma.document.count(),
    firms: await prisma.firm.count(),
    plants: await prisma.plant.count(),
    users: await prisma.user.count(),
    valuations: await prisma.valuation.count(),
    versions: (await prisma.portfolio.findMany({ orderBy: { clientId: 'asc' } })).map(
      ({ dataVersion }) => dataVersion,
    ),
  }
}

test('everything is there, and each asset that has a value shows it', async () => {
  const { assets, firms, plants, users } = await census()
  expect({ assets, firms, plants, users }).toEqual({ assets: 400, firms: 2, plants: 12, users: 7 })
  const unvalued = { marketValue: null, NOT: { readinessGaps: { has: 'value_unknown' } } }
  expect(await database.prisma.asset.count({ where: unvalued })).toBe(0)
  expect(await isLoaded(database.prisma)).toBe(true)
})

test('each key sees what its grants allow and nothing else', async () => {
  const { clients, productionKey, insuranceKey, sandboxKey } = first
  const views = {
    whole: await view(productionKey, clients.ashdown),
    part: await view(productionKey, clients.valcroze),
    desk: await view(insuranceKey, clients.ashdown),
    sandbox: await view(sandboxKey, clients.testwell),
    refused: await view(insuranceKey, clients.valcroze),
    across: await view(sandboxKey, clients.ashdown),
  }
  expect(views).toEqual({
    whole: { scopes: [...SCOPES], filter: 'all' },
    part: { scopes: ['registry', 'valuation', 'documentation'], filter: 'category' },
    desk: { scopes: ['registry', 'documentation'], filter: 'collection' },
    sandbox: { scopes: [...SCOPES], filter: 'all' },
    refused: 'no_active_grant',
    across: 'no_active_grant',
  })
})

test('the access token acts as the first client, whose plants they are', async () => {
  const { accessToken, clients } = first
  const person = await identifyPerson(database.pool, hashOf(accessToken), new Date())
  expect(person).toMatchObject({ userId: clients.ashdown })
  const where = { ownerId: clients.ashdown }
  expect(await database.prisma.plant.count({ where })).toBe(12)
})

test('everybody in it has a password of this installation, kept as its hash', async () => {
  const { prisma } = database
  expect(new Set(first.signIns.map(({ password }) => password)).size).toBe(
    await prisma.user.count(),
  )
  const { verifyPassword } = await import('better-auth/crypto')
  for (const { email, password } of first.signIns) {
    const { passwordHash } = await prisma.account.findFirstOrThrow({ where: { user: { email } } })
    expect(await verifyPassword({ hash: passwordHash ?? '', password })).toBe(true)
    expect(passwordHash).not.toContain(password)
  }
})

test('loading again changes nothing but makes new secrets; the earlier ones keep working', async () => {
  const before = await census()
  const second = await loadDemo(database)
  expect(await census()).toEqual(before)
  expect(second.clients).toEqual(first.clients)
  expect(second.firmId).toBe(first.firmId)
  for (const { productionKey } of [first, second]) {
    expect(await view(productionKey, first.clients.ashdown)).toMatchObject({ filter: 'all' })
  }
  expect(second.productionKey).not.toBe(first.productionKey)
  expect(second.signIns).toHaveLength(7)
  expect(second.signIns[0]?.password).not.toBe(first.signIns[0]?.password)
  // Otherwise every load on another day would add another history.
  const late = { clientId: first.clients.ashdown, valuedAt: { gt: FIRST_DAY } }
  expect(await database.prisma.valuation.count({ where: late })).toBe(0)
}, 60_000)

test('beside a client who is not of the demo, nobody is made staff', async () => {
  const { prisma } = database
  await createClient(prisma, OPERATOR, { name: 'Una Wells', email: 'una@example.com' })
  const { signIns } = await loadDemo(database)
  expect(signIns.map((each) => each.as)).not.toContain('staff')
  expect(signIns).toHaveLength(6)
}, 60_000)
