import { Readable } from 'node:stream'
import { type AssetFilter, NO_FILTER } from '../access/asset-filter.ts'
import { SCOPES, type Scope } from '../access/scopes.ts'
import type { Database } from '../database/client.ts'
import type { Environment, PrismaClient } from '../generated/prisma/client.ts'
import { importPortfolio } from '../importer/import.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { createKey } from '../modules/partner-access/api-key.writes.ts'
import { createGrant } from '../modules/partner-access/grant.writes.ts'
import { createToken } from '../modules/tokens/token.writes.ts'
import { ASHDOWN, type Owner, TESTWELL, VALCROZE } from './owners.ts'
import { makePasswords, SIGN_INS, type SignIn } from './passwords.ts'
import {
  ESTATE_FIRM,
  requireClient,
  requireFirm,
  requireStaff,
  SMALL_FIRM,
  STAFF,
} from './people.ts'
import { PLANTS } from './plants.ts'
import { portfolioRecords } from './portfolios.ts'

/** What the demo can be tried with. The secrets are this installation's own and shown only here. */
export interface DemoCredentials {
  firmId: string
  /** User ids by the owners' keys. */
  clients: Record<Owner['key'], string>
  productionKey: string
  insuranceKey: string
  sandboxKey: string
  /** Acts as the first client in the plant store. */
  accessToken: string
  /** With what the demo's people sign in. */
  signIns: readonly SignIn[]
}

/**
 * Puts the demo into the database: clients, their portfolios, two firms, keys, grants and plants.
 * Again, it completes what an interrupted load left out and changes nothing else, but for new keys
 * and a new token: the earlier secrets cannot be shown again, and they keep working. The people get
 * new passwords, which end the earlier ones.
 */
export async function loadDemo(
  database: Pick<Database, 'pool' | 'prisma'>,
): Promise<DemoCredentials> {
  const { prisma } = database
  const clients = {
    ashdown: await loadClient(database, ASHDOWN),
    valcroze: await loadClient(database, VALCROZE),
    testwell: await loadClient(database, TESTWELL),
  }
  const firmId = await requireFirm(prisma, ESTATE_FIRM)
  await requireFirm(prisma, SMALL_FIRM)
  const credentials = {
    firmId,
    clients,
    productionKey: await makeProductionKey(prisma, firmId, clients),
    insuranceKey: await makeInsuranceKey(prisma, firmId, clients.ashdown),
    sandboxKey: await makeSandboxKey(prisma, firmId, clients.testwell),
    accessToken: await makePlantStore(prisma, clients.ashdown),
  }
  const people = await makePasswords(prisma, SIGN_INS)
  const staff = (await hasOthers(prisma, clients)) ? [] : await makeStaff(prisma)
  return { ...credentials, signIns: [...people, ...staff] }
}

// Staff read every portfolio: a password that is printed must not open one that is not the demo's.
function hasOthers(prisma: PrismaClient, clients: DemoCredentials['clients']) {
  const clientId = { notIn: Object.values(clients) }
  return prisma.portfolio.findFirst({ where: { clientId } }).then((other) => other !== null)
}

async function makeStaff(prisma: PrismaClient) {
  await requireStaff(prisma)
  return makePasswords(prisma, [{ ...STAFF, as: 'staff' }])
}

async function loadClient({ pool, prisma }: Pick<Database, 'pool' | 'prisma'>, owner: Owner) {
  const { id, createdAt } = await requireClient(prisma, owner)
  // Told back from the client's first day, so that loading again states the same dates.
  const report = await importPortfolio(pool, id, Readable.from(linesOf(owner, createdAt)))
  if (!report.kept) throw new Error(`The demo's own lines are bad: ${JSON.stringify(report.bad)}`)
  return id
}

function* linesOf(owner: Owner, now: Date) {
  for (const record of portfolioRecords(owner, now)) yield `${JSON.stringify(record)}\n`
}

async function makeProductionKey(
  prisma: PrismaClient,
  firmId: string,
  clients: DemoCredentials['clients'],
): Promise<string> {
  const key = await makeKey(prisma, firmId, 'Reporting', 'production', SCOPES)
  await grant(prisma, key.id, clients.ashdown, SCOPES, NO_FILTER)
  await grant(prisma, key.id, clients.valcroze, ['registry', 'valuation', 'documentation'], {
    type: 'category',
    categories: ['precious_metals', 'watches', 'wine'],
  })
  return key.secret
}

async function makeInsuranceKey(prisma: PrismaClient, firmId: string, clientId: string) {
  const scopes = ['registry', 'documentation'] as const
  const key = await makeKey(prisma, firmId, 'Insurance desk', 'production', scopes)
  const insured = await prisma.collection.findUniqueOrThrow({
    where: { clientId_ref: { clientId, ref: 'insured' } },
  })
  await grant(prisma, key.id, clientId, scopes, { type: 'collection', collectionId: insured.id })
  return key.secret
}

async function makeSandboxKey(prisma: PrismaClient, firmId: string, clientId: string) {
  const key = await makeKey(prisma, firmId, 'Sandbox', 'sandbox', SCOPES)
  await grant(prisma, key.id, clientId, SCOPES, NO_FILTER)
  return key.secret
}

async function makePlantStore(prisma: PrismaClient, ownerId: string): Promise<string> {
  const data = PLANTS.map((plant) => ({ ...plant, ownerId }))
  await prisma.plant.createMany({ data, skipDuplicates: true })
  const { token } = await createToken(prisma, OPERATOR, { userId: ownerId, name: 'Plant store' })
  return token
}

function makeKey(
  prisma: PrismaClient,
  firmId: string,
  name: string,
  environment: Environment,
  scopes: readonly Scope[],
) {
  return createKey(prisma, OPERATOR, { firmId, name, environment, scopes })
}

function grant(
  prisma: PrismaClient,
  keyId: string,
  clientId: string,
  scopes: readonly Scope[],
  filter: AssetFilter,
) {
  return createGrant(prisma, OPERATOR, { keyId, clientId, scopes, filter })
}
