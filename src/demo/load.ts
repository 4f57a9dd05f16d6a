import { Readable } from 'node:stream'
import { NO_FILTER } from '../access/asset-filter.ts'
import { SCOPES } from '../access/scopes.ts'
import type { Database } from '../database/client.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { importPortfolio } from '../importer/import.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { createGrant, type NewGrant } from '../modules/grants/grant.writes.ts'
import { createKey, type NewKey } from '../modules/keys/api-key.writes.ts'
import { createToken } from '../modules/tokens/token.writes.ts'
import {
  ASHDOWN,
  ESTATE_FIRM,
  ensureClient,
  ensureFirm,
  ensureStaff,
  type Owner,
  SIGN_INS,
  SMALL_FIRM,
  setRandomPasswords,
  TESTWELL,
  VALCROZE,
} from './people.ts'
import { portfolioLines } from './portfolios.ts'

/** The credentials of the demo. The secrets are random for each installation, and are not shown again. */
export type DemoCredentials = Awaited<ReturnType<typeof loadDemo>>

/**
 * Loads the demo: clients, their portfolios, two firms, keys, grants and plants. Loading again completes an interrupted
 * load, and replaces the passwords. It adds keys and a token, because the earlier ones, which keep working, cannot be
 * shown again. It changes no other data.
 */
export async function loadDemo(database: Pick<Database, 'pool' | 'prisma'>) {
  const { prisma } = database
  const clients = {
    ashdown: await loadClient(database, ASHDOWN),
    valcroze: await loadClient(database, VALCROZE),
    testwell: await loadClient(database, TESTWELL),
  }
  const firmId = await ensureFirm(prisma, ESTATE_FIRM)
  await ensureFirm(prisma, SMALL_FIRM)
  const credentials = {
    firmId,
    clients,
    productionKey: await createDemoKey(prisma, { firmId, name: 'Reporting' }, [
      { clientId: clients.ashdown },
      {
        clientId: clients.valcroze,
        scopes: ['registry', 'valuation', 'documentation'],
        filter: { type: 'category', categories: ['precious_metals', 'watches', 'wine'] },
      },
    ]),
    insuranceKey: await createInsuranceKey(prisma, firmId, clients.ashdown),
    sandboxKey: await createDemoKey(prisma, { firmId, name: 'Sandbox', environment: 'sandbox' }, [
      { clientId: clients.testwell },
    ]),
    accessToken: await loadPlants(prisma, clients.ashdown),
  }
  const staff = (await hasOtherClients(prisma, clients)) ? [] : [await ensureStaff(prisma)]
  // They are stored last, and in one transaction, because they mark a complete demo.
  const signIns = await setRandomPasswords(prisma, [...SIGN_INS, ...staff])
  return { ...credentials, signIns }
}

// Staff can read every portfolio. A printed password must not give access to the portfolio of a real client.
function hasOtherClients(prisma: PrismaClient, clients: Readonly<Record<string, string>>) {
  const clientId = { notIn: Object.values(clients) }
  const client = { sandboxFirmId: null }
  return prisma.portfolio.findFirst({ where: { clientId, client } }).then((other) => other !== null)
}

async function loadClient({ pool, prisma }: Pick<Database, 'pool' | 'prisma'>, owner: Owner) {
  const { id, createdAt } = await ensureClient(prisma, owner)
  // Dates are relative to the creation of the client, so that loading again gives the same dates.
  const lines = await portfolioLines(owner, createdAt)
  const report = await importPortfolio(pool, id, Readable.from([lines.join('\n')]))
  if (!report.kept) throw new Error(`The demo data is invalid: ${JSON.stringify(report.bad)}`)
  return id
}

async function createInsuranceKey(prisma: PrismaClient, firmId: string, clientId: string) {
  const insured = await prisma.collection.findUniqueOrThrow({
    where: { clientId_ref: { clientId, ref: 'insured' } },
  })
  const key = { firmId, name: 'Insurance desk', scopes: ['registry', 'documentation'] } as const
  const filter = { type: 'collection', collectionId: insured.id } as const
  return createDemoKey(prisma, key, [{ clientId, filter }])
}

async function loadPlants(prisma: PrismaClient, ownerId: string): Promise<string> {
  const data = PLANTS.map((plant) => ({ ...plant, ownerId }))
  await prisma.plant.createMany({ data, skipDuplicates: true })
  const { secret } = await createToken(operator(prisma), { userId: ownerId, name: 'Plant store' })
  return secret
}

type DemoKey = Pick<NewKey, 'firmId' | 'name'> & Partial<Pick<NewKey, 'environment' | 'scopes'>>
type DemoGrant = Pick<NewGrant, 'clientId'> & Partial<Pick<NewGrant, 'scopes' | 'filter'>>

// Returns the secret. A key has all scopes by default, and a grant those of the key, over all assets.
async function createDemoKey(
  prisma: PrismaClient,
  { environment = 'production', scopes: ofKey = SCOPES, ...key }: DemoKey,
  grants: readonly DemoGrant[],
): Promise<string> {
  const { id, secret } = await createKey(operator(prisma), { ...key, environment, scopes: ofKey })
  for (const { clientId, scopes = ofKey, filter = NO_FILTER } of grants)
    await createGrant(operator(prisma), { keyId: id, clientId, scopes, filter })
  return secret
}

const PLANTS: readonly { id: bigint; name: string; tag?: string }[] = [
  { id: 1n, name: 'Seville orange', tag: 'citrus' },
  { id: 2n, name: 'Meyer lemon', tag: 'citrus' },
  { id: 3n, name: 'Chinotto', tag: 'citrus' },
  { id: 4n, name: 'Buddha’s hand', tag: 'citrus' },
  { id: 5n, name: 'Star jasmine', tag: 'climber' },
  { id: 6n, name: 'Bougainvillea', tag: 'climber' },
  { id: 7n, name: 'Cape leadwort', tag: 'climber' },
  { id: 8n, name: 'Bird of paradise', tag: 'exotic' },
  { id: 9n, name: 'Angel’s trumpet', tag: 'exotic' },
  { id: 10n, name: 'Olive, three stems', tag: 'tree' },
  { id: 11n, name: 'Sweet bay' },
  { id: 12n, name: 'Oleander “Soleil Levant”' },
]
