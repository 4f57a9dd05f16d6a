import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { SCOPES } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { coin } from '../rest/records.ts'
import { listen, stop } from '../support/listen.ts'
import { grantWith, importRecords, type Records } from '../support/portfolio.ts'

/** A client whose portfolio the scenarios change, and the key that reads it. */
export interface Rehearsed {
  readonly database: Database
  readonly clientId: string
  readonly keyId: string
}

const VAULT = ['a', 'b', 'c', 'd']
const HOUSE = ['e', 'f', 'g']
const NEW = 'new'

const inVault = (ref: string, members = {}) =>
  coin(ref, { collections: ['vault'], market_value: '5', description: ref, ...members })

/** The first state of the portfolio: seven assets, of which four are in the vault. */
export const FIRST_STATE: Records = [
  { type: 'collection', ref: 'vault', name: 'Vault' },
  { type: 'collection', ref: 'house', name: 'House' },
  ...VAULT.map((ref) => inVault(ref)),
  ...HOUSE.map((ref) => coin(ref, { collections: ['house'] })),
]

/** The effect of each scenario of `sandboxScenario`, made by imports and changes of the grant. */
const SCENARIOS: Readonly<
  Record<string, (on: Rehearsed, ref: string, seed: number) => Promise<unknown>>
> = {
  reset: async (on) => {
    await load(on, [...FIRST_STATE, { type: 'removal', asset: NEW }])
    await giveAll(on)
  },
  asset_appears: (on) => load(on, [inVault(NEW)]),
  asset_changes: (on, ref, seed) => load(on, [inVault(ref, { description: `changed ${seed}` })]),
  asset_removed: (on, ref) => load(on, [{ type: 'removal', asset: ref }]),
  asset_leaves_filter: (on, ref) => load(on, [coin(ref, { collections: ['house'] })]),
  asset_returns: (on, ref) => load(on, [inVault(ref)]),
  grant_narrowed: async (on) => {
    const where = { clientId_ref: { clientId: on.clientId, ref: 'vault' } }
    const { id } = await on.database.prisma.collection.findUniqueOrThrow({ where })
    const filter = { type: 'collection' as const, collectionId: id }
    await change(on, { scopes: ['registry', 'valuation'], filter })
  },
  grant_widened: (on) => giveAll(on),
  grant_revoked: async (on) =>
    revokeGrant(operator(on.database.prisma), { grantId: (await liveGrant(on)) ?? '' }),
  grant_given: (on) => giveAll(on),
}

const load = ({ database, clientId }: Rehearsed, records: Records) =>
  importRecords(database, clientId, records)

async function liveGrant({ database, clientId, keyId }: Rehearsed): Promise<string | undefined> {
  const where = { clientId, keyId, revokedAt: null }
  return (await database.prisma.grant.findFirst({ where }))?.id
}

async function giveAll(on: Rehearsed): Promise<void> {
  if (await liveGrant(on)) await change(on, { scopes: SCOPES, filter: { type: 'all' } })
  else await grantWith(on.database, on.keyId, on.clientId)
}

type Terms = Omit<Parameters<typeof updateGrant>[2], 'grantId'>

async function change(on: Rehearsed, terms: Terms): Promise<void> {
  const grantId = (await liveGrant(on)) ?? ''
  await updateGrant(operator(on.database.prisma), { grantId, ...terms })
}

/** Answers `sandboxScenario` before a gateway, for a client that is no sandbox client, and passes all else on. */
export async function startSandboxProxy(gatewayUrl: string, on: Rehearsed) {
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-service-version': version = '' } = request.headers
    if (request.method === 'POST') {
      const { name, seed } = JSON.parse(await text(request)).variables
      const scenario = SCENARIOS[name]
      await scenario?.(on, VAULT[seed % VAULT.length] ?? '', seed)
      const data = { sandboxScenario: { clientId: on.clientId } }
      const error = { extensions: { code: 'invalid_parameter' } }
      response.setHeader('Content-Type', 'application/json')
      return void response.end(JSON.stringify(scenario ? { data } : { errors: [error] }))
    }
    const headers = { authorization, 'x-service-version': String(version) }
    const reply = await fetch(gatewayUrl + request.url, { headers })
    const sent = { 'Content-Type': 'application/json' }
    response.writeHead(reply.status, sent).end(await reply.text())
  })
  const { url } = await listen(server)
  return { url, close: () => stop(server) }
}
