import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { testGateway } from '../../support/gateway.ts'
import { rowDigests } from '../../support/row-digests.ts'
import { serviceWith } from '../../support/service.ts'
import { codeOf, ROLES } from './fixtures.ts'
import { PORTAL_QUERIES } from './queries.ts'
import { createSubject, type Subject } from './subject.ts'

const gateway = testGateway()
const { pool } = gateway.database

const CALLERS = [...ROLES, 'service'] as const
type Caller = (typeof CALLERS)[number]

/** Those of the portal, and the others. */
const QUERIES: Readonly<Record<string, (of: Subject) => string>> = {
  ...PORTAL_QUERIES,
  changes: () => 'changes { nextCursor }',
  connection: (of) => `connection(id: "${of.connectionId}") { state clientId grant { id } }`,
  endedGrants: () => 'endedGrants { totalCount nodes { reason } }',
  expiringDocuments: () => 'expiringDocuments { nodes { id } }',
  newestChanges: () => 'newestChanges { id }',
  plants: () => 'plants { nodes { id } }',
  portfolioFigures: () => 'portfolioFigures(month: "2026-01-01") { nodes { assetCount } }',
  platformFigures: () =>
    'platformFigures(from: "2026-01-01", to: "2026-01-02") { nodes { firms { name count } } }',
  portfolio: (of) => `portfolio(clientId: "${of.clientId}") { assets { nodes { id } }
    valueHistory { at } expiringDocuments { totalCount } }`,
  portfolioTotals: () => 'portfolioTotals { currencies { totalValue } completenessScore }',
  portfolios: () => 'portfolios { nodes { assets { totalCount } } }',
  viewer: () => 'viewer { kind }',
}

/**
 * The tables that a query may change. `audit_events` has the acts of staff: each read of theirs, of which no
 * other party learns but by what was recorded. The rest counts what a key used.
 */
const OF_STAFF = ['audit_events']
const OF_KEYS = ['key_usage', 'error_counts', 'key_requests']

test('the table has every query', () => {
  const roots = Object.keys(QUERIES).filter((name) => /^\w+$/.test(name))
  expect(roots.sort()).toEqual(Object.keys(schema.getQueryType()?.getFields() ?? {}).sort())
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
