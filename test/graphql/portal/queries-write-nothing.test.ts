import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { testGateway } from '../../support/gateway.ts'
import { rowDigests } from '../../support/row-digests.ts'
import { serviceWith } from '../../support/service.ts'
import { codeOf, ROLES } from './fixtures.ts'
import { createSubject, type Subject } from './subject.ts'

const gateway = testGateway()
const { pool } = gateway.database

const CALLERS = [...ROLES, 'service'] as const
type Caller = (typeof CALLERS)[number]

/** Every root of the queries, with what is below it that reads something of its own. */
const QUERIES: Readonly<Record<string, (of: Subject) => string>> = {
  accessTokens: () => 'accessTokens { reference }',
  apiKey: (of) => `apiKey(id: "${of.requestingKeyId}") { usage { total } auditEvents { totalCount }
    connectionLinks { nodes { path answeredCount visits { clientName } } } grants { totalCount } }`,
  apiKeys: (of) =>
    `apiKeys(firmId: "${of.firmId}") { totalCount nodes { clientCount lastUsedAt } }`,
  assetGrants: (of) =>
    `assetGrants(clientId: "${of.clientId}", registryId: "${of.ids.watch}") { nodes { id } }`,
  auditEvents: (of) => `auditEvents(clientId: "${of.clientId}") { nodes { actor } }`,
  changes: () => 'changes { nextCursor }',
  client: (of) => `client(id: "${of.clientId}") { name }`,
  connectedApps: (of) => `connectedApps(clientId: "${of.clientId}") { totalCount nodes { id } }`,
  connection: (of) => `connection(id: "${of.connectionId}") { state clientId grant { id } }`,
  connectionRequest: (of) =>
    `connectionRequest(link: "${of.link}") { asked { purpose } problem activeGrant { id } }`,
  consentTerms: (of) =>
    `consentTerms(input: { link: "${of.link}", scopes: [registry], filter: { type: all } }) { digest }`,
  endedGrants: () => 'endedGrants { totalCount nodes { reason } }',
  expiringDocuments: () => 'expiringDocuments { nodes { id } }',
  firm: (of) => `firm(id: "${of.firmId}") { clientCount auditEvents { totalCount } }`,
  firmMembers: (of) =>
    `firmMembers(firmId: "${of.firmId}") { members { email } invitations { email } }`,
  firms: () => 'firms { nodes { name } }',
  grant: (of) => `grant(id: "${of.grantId}") { consents { nodes { id } } receipt(name: "1") { id }
    reads { nodes { hour } } lastReadAt usage { total } }`,
  grantChoices: () => 'grantChoices { assets { title } }',
  grantPreview: (of) =>
    `grantPreview(link: "${of.link}", scopes: [registry], filter: { type: all }) { assetCount }`,
  mailSettings: () => 'mailSettings { language isSent choices { topic isWanted } }',
  newestChanges: () => 'newestChanges { id }',
  loggedRequests: () => 'loggedRequests(requestId: "nightly") { parameters key { name } }',
  personAccount: (of) => `personAccount(userId: "${of.adminId}") { email memberships { role } }`,
  plants: () => 'plants { nodes { id } }',
  portfolioFigures: () => 'portfolioFigures(month: "2026-01-01") { nodes { assetCount } }',
  platformFigures: () =>
    'platformFigures(from: "2026-01-01", to: "2026-01-02") { nodes { firms { name count } } }',
  portfolio: (of) => `portfolio(clientId: "${of.clientId}") { assets { nodes { id } }
    valueHistory { at } expiringDocuments { totalCount } }`,
  portfolioTotals: () => 'portfolioTotals { currencies { totalValue } completenessScore }',
  portfolios: () => 'portfolios { nodes { assets { totalCount } } }',
  signInEvents: () => 'signInEvents { totalCount nodes { action } }',
  staffSearch: () => 'staffSearch(text: "Hale") { firms { name } clients { name } }',
  usage: (of) => `usage(firmId: "${of.firmId}") { total }`,
  viewer: () => 'viewer { kind }',
}

/**
 * The tables that a query may change. `audit_events` has the acts of staff: each read of theirs, of which no
 * other party learns but by what was recorded. The rest counts what a key used.
 */
const OF_STAFF = ['audit_events']
const OF_KEYS = ['key_usage', 'error_counts', 'key_requests']

test('the table has every query', () => {
  expect(Object.keys(QUERIES).sort()).toEqual(
    Object.keys(schema.getQueryType()?.getFields() ?? {}).sort(),
  )
})

const succeeded = new Set<string>()
let of: Subject
/** A service account. Its first use is recorded, and this is not its first. */
let service = ''

beforeAll(async () => {
  of = await createSubject(gateway)
  service = (await serviceWith(gateway.database)).secret
  await gateway.graphql('{ __typename }', { key: service })
})

async function ask(name: string, key: string): Promise<void> {
  const reply = await gateway.graphql(`{ ${QUERIES[name]?.(of)} }`, { ...(key && { key }) })
  if (codeOf(reply) === null) succeeded.add(name)
}

/** The tables that these queries change, other than those that the caller's may. */
async function changedBy(names: readonly string[], role: Caller): Promise<string[]> {
  // Once a minute, the use of a session is recorded.
  await gateway.database.prisma.session.updateMany({ data: { activeAt: new Date() } })
  const before = await rowDigests(pool)
  for (const name of names) await ask(name, role === 'service' ? service : of.bearer[role])
  await gateway.usage.flush()
  const after = await rowDigests(pool)
  const changed = [...after].filter(([table, digest]) => before.get(table) !== digest)
  return changed.map(([table]) => table).filter((table) => !allowed(role).includes(table))
}

test.each(CALLERS)('no query of a caller who is %s writes a row', async (role) => {
  const names = Object.keys(QUERIES)
  const all = await changedBy(names, role)
  const found: Record<string, string[]> = {}
  // Each alone takes long, and is of interest only to the author of one that writes.
  for (const name of all.length > 0 ? names : []) {
    const tables = await changedBy([name], role)
    if (tables.length > 0) found[name] = tables
  }
  expect(all, JSON.stringify(found)).toEqual([])
})

test('each query was answered for one of them', () => {
  expect([...succeeded].sort()).toEqual(Object.keys(QUERIES).sort())
})

function allowed(role: Caller): readonly string[] {
  if (role === 'staff') return OF_STAFF
  return role === 'partner' ? OF_KEYS : []
}
