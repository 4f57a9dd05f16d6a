import { beforeAll, expect, test } from 'vitest'
import { expectNoWarnings } from '../clients/warnings.ts'
import { linkOf } from '../graphql/portal/connections.fixtures.ts'
import { createFixtures, type Fixtures, invitationOf } from '../graphql/portal/fixtures.ts'
import { WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { importRecords, readerOf } from '../support/portfolio.ts'
import { Application } from './application.ts'
import { EVERY_FIELD } from './generated/every.ts'
import type { Root } from './roots.ts'

const gateway = testGateway()
const { database } = gateway
const bearers: Record<string, string> = {}
let variables: Record<string, string> = {}

beforeAll(async () => {
  const of = await createFixtures(database)
  await importRecords(database, of.clientId, WATCH)
  const { secret } = await readerOf(database, of.clientId)
  await invitationOf(database, of)
  Object.assign(bearers, of.bearer, { partner: secret })
  variables = await variablesOf(of)
  const plant = { ownerId: of.clientId, id: 7n, name: 'Fern' }
  await database.prisma.plant.create({ data: plant })
})

expectNoWarnings()

async function variablesOf(of: Fixtures): Promise<Record<string, string>> {
  const { clientId, firmId, keyId, grantId, ids } = of
  const asset = await database.prisma.asset.findFirst({ where: { clientId, ref: 'watch' } })
  const registryId = asset?.registryId ?? ids.watch ?? ''
  const link = await linkOf(gateway, of)
  return { clientId, firmId, keyId, grantId, registryId, link, text: clientId }
}

const READS: readonly [string, ...Root[]][] = [
  ['partner', 'viewer', 'portfolio'],
  ['clientToken', 'viewer', 'portfolio', 'plants'],
  [
    ...(['client', 'viewer', 'portfolio', 'connectedApps', 'grant', 'grantChoices'] as const),
    ...(['connectionRequest', 'grantPreview', 'auditEvents', 'accessTokens'] as const),
  ],
  ['admin', 'viewer', 'firms', 'firm', 'firmMembers', 'apiKeys', 'apiKey', 'usage'],
  ['staff', 'viewer', 'client', 'portfolio', 'connectedAppsOf', 'personAccount', 'staffSearch'],
]

test.each(READS)('%s has every field as it was sent, after all was read', async (who, ...roots) => {
  const app = new Application(gateway, bearers[who] ?? '')
  for (const root of roots) expect(await app.read(EVERY_FIELD[root], variables)).toBe(1)
  roots.forEach((root, at) => {
    const { data, isMissingData } = app.stored(EVERY_FIELD[root], variables)
    expect([root, app.answers[at].errors, isMissingData]).toEqual([root, undefined, false])
    expect(data).toEqual(app.answers[at].data)
  })
  expect(app.reported).toEqual([])
})
