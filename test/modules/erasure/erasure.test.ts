import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { OPERATOR, operator, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { eraseClient } from '../../../src/modules/erasure/erase.writes.ts'
import { exportClient } from '../../../src/modules/erasure/export.reads.ts'
import { HELD_DATA } from '../../../src/modules/erasure/held-data.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { privateMembers } from '../../contract/private-members.ts'
import { isCluster } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../../support/portfolio.ts'
import { testTable } from '../../support/test-table.ts'
import { enterpriseFirm, NOT_FOUND, someone } from '../fixtures.ts'
import { CANARY, fullClient, PRIVATE, RECORDS, UNOPENED } from './full-client.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const database = testDatabase({ isVerified: false })
const gateway = testGateway({ database })
const { prisma, pool } = database

async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tables()) {
    const select = `SELECT FROM ${table} r WHERE strpos(lower(r::text), $1) > 0 LIMIT 1`
    if ((await pool.query(select, [text])).rowCount) found.push(table)
  }
  return found
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function exported(id: string) {
  const lines: { table: string; row: Record<string, unknown> }[] = []
  const rows = await exportClient(pool, id, async (line) => void lines.push(JSON.parse(line)))
  return { lines, rows, text: JSON.stringify(lines) }
}

const read = async ({ id, key }: { id: string; key: { secret: string } }) => {
  const reply = await gateway.request(`/api/v1/assets?client_id=${id}`, { key: key.secret })
  return reply.json.error?.code ?? reply.status
}

let client: Awaited<ReturnType<typeof fullClient>>
beforeEach(async () => {
  client = await fullClient(database)
})
afterEach(async () => {
  await eraseClient(prisma, client.id)
})

/** The other tables, by the reason why they have no data about a client. */
const HOLDS_NOTHING = {
  'the installation, or an instant': '_prisma_migrations installation gateway_settings',
  'an instant, or a random text': 'feed_generation shown_expiries',
  'firms, and their keys': 'firms api_keys key_secrets sent_key_notices feeds',
  'what operators made': 'trusted_documents service_accounts service_secrets',
  'addresses of firms, and ids of events': 'webhook_endpoints webhook_attempts',
  'counts of keys and firms': 'key_usage error_counts webhook_counts request_errors',
  'rounded sums of five portfolios at least': 'platform_figures',
  'a keyed hash of an email, for 30 days at most': 'sign_in_counters',
}

test('every table holds data of a client, or is known to hold none', async () => {
  const known = new Set([
    ...HELD_DATA.map(({ table }) => table),
    ...Object.values(HOLDS_NOTHING).flatMap((names) => names.split(' ')),
  ])
  expect((await tables()).filter((table) => !known.has(table))).toEqual([])
})

test('an erasure leaves nothing of the client in any table', async () => {
  const before = await tablesWith(CANARY)
  expect(await tablesWith(UNOPENED)).toEqual(['connection_links'])
  const { grants, rows } = await eraseClient(prisma, client.id)
  expect(grants).toEqual([client.grant.id])
  // The client of this test has something in every table.
  const erased = HELD_DATA.filter(({ erase }) => erase !== 'kept').map(({ table }) => table)
  const expected = [...new Set(erased)].filter((table) => table !== 'sessions').sort()
  expect(Object.keys(rows).sort()).toEqual(expected)
  expect(before).toEqual(expect.arrayContaining(['assets', 'audit_events', 'consents', 'users']))
  expect(await tablesWith(CANARY)).toEqual([])
  expect(await tablesWith(UNOPENED)).toEqual([])
  // A part of the name, by which staff found the client.
  expect(await tablesWith('"canar"')).toEqual([])
})

const open = { singleUse: true, expiresAt: new Date('2100-01-01'), reference: null }
const over = { ...open, expiresAt: new Date('2026-01-01') }
// Each purpose is also that of a link which the client alone has answered. A used link is another client's.
testTable([
  ['Art', { ...open, purpose: 'Art insurance', reference: 'K-7' }, false],
  ['Art', { ...open, purpose: 'Art insurance', singleUse: false }, false],
  ['Art', { ...over, purpose: 'Art insurance', email: 'bo@x.com' }, false],
  ['Art', { ...over, purpose: 'Art insurance', usedAt: over.expiresAt }, false],
  ['Art', { ...over, purpose: 'ART insurance', reference: 'K-7' }, true],
  ['Al', { ...open, purpose: "Al's estate" }, true],
  ['Al', { ...over, purpose: 'Alice, Neal and Al-Amin' }, false],
  ['Al', { ...over, purpose: 'x', returnUrl: 'https://x.example', returnState: 'Al' }, false],
  ['K', { ...over, purpose: 'x', reference: 'K-7' }, false],
  ['Ärt', { ...open, purpose: 'For ärt', reference: 'ärt' }, true],
  ['rt', { ...over, purpose: 'Ärt, ärt' }, false],
  ['राम', { ...over, purpose: 'श्रीराम, रामू' }, false],
  ['Hans Müller', { ...over, purpose: 'Nachlass Hans Müllers' }, true],
  ['أحمد علي', { ...over, purpose: 'لأحمد علي' }, true],
  ['王芳', { ...over, purpose: '致王芳的资产' }, true],
  ['A.(B)*', { ...over, purpose: 'For a.(b)*!' }, true],
  ['ann@x.com', { ...over, purpose: 'joann@x.com, ann@x.com.au' }, false],
  ['ann@x.com', { ...over, purpose: 'Ask Ann@x.com.' }, true],
] as const)('an erasure takes what names the client', async (who, link, isNamed) => {
  const id = await clientWith(database, [])
  const data = who.includes('@') ? { email: who } : { name: who }
  await prisma.user.update({ where: { id }, data })
  const { id: keyId } = await keyWith(database)
  const { purpose, reference } = link
  const by = { keyId, createdBy: id, scopes: ['registry' as const] }
  const own = { ...over, ...by, id: createId('link'), purpose }
  const theirs = { ...link, ...by, id: createId('link') }
  await prisma.connectionLink.createMany({ data: [own, theirs] })
  const at = { answeredAt: over.expiresAt }
  const declined = { ...at, clientId: id, answer: 'declined' as const }
  const approved = { ...at, clientId: client.id, answer: 'approved' as const }
  const answers = 'usedAt' in link ? [declined, approved] : []
  const visits = answers.map((each) => ({ ...each, linkId: theirs.id }))
  await prisma.linkVisit.createMany({ data: [...visits, { ...declined, linkId: own.id }] })
  const details = { purpose }
  await recordEvent(prisma, OPERATOR, { action: 'link.created', subject: keyId, details })
  await eraseClient(prisma, id)
  const links = await prisma.connectionLink.count({ where: { keyId, purpose, reference } })
  const where = { subject: keyId, details: { equals: details } }
  expect([links, await prisma.auditEvent.count({ where })]).toEqual(isNamed ? [0, 0] : [1, 1])
})

test('an erasure keeps who agreed to what, and says to firms why the grant ended', async () => {
  const { erasedAt } = await eraseClient(prisma, client.id)
  const where = { clientId: client.id }
  const { scopes } = client.grant
  const ended = { state: 'revoked', accountErased: true, scopes, revokedAt: erasedAt }
  expect(await prisma.grant.findFirst({ where })).toMatchObject(ended)
  const sentence = 'The data of the client was erased.'
  const kept = { clientName: null, sentence, digest: '', purpose: null }
  expect(await prisma.consent.findMany({ where })).toMatchObject([kept])
  const events = await prisma.auditEvent.findMany({ where, orderBy: { action: 'asc' } })
  expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'client.created', details: {} },
    { action: 'client.erased', details: {} },
    { action: 'client.read', details: {} },
    { action: 'grant.created', details: {} },
    { action: 'grant.revoked', details: { key_id: client.key.id, cause: 'client.erased' } },
  ])
  expect(events.at(-1)?.firmId).toBe(client.key.firmId)
})

test('an erasure refuses key, session and token from then on', async () => {
  const asUser = (key: string) => gateway.graphql('{ viewer { id } }', { key })
  expect([await read(client), (await asUser(client.session)).status]).toEqual([200, 200])
  await eraseClient(prisma, client.id)
  expect(await read(client)).toBe('grant_revoked')
  const statuses = [(await asUser(client.session)).status, (await asUser(client.token)).status]
  expect(statuses).toEqual([401, 401])
})

// Citus takes no trigger on a table that it copies to every node.
test.skipIf(isCluster(inject('server')))('an erasure is whole or nothing', async () => {
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER fail BEFORE UPDATE OF name ON users FOR EACH ROW EXECUTE FUNCTION fail()`)
  await expect(eraseClient(prisma, client.id)).rejects.toThrow()
  await pool.query('DROP FUNCTION fail CASCADE')
  expect([await read(client), (await exported(client.id)).rows.assets]).toEqual([200, 1])
})

test('an erasure can be repeated: what has come since is erased, and it is recorded once', async () => {
  const { erasedAt } = await eraseClient(prisma, client.id)
  const events = await prisma.auditEvent.count()
  await prisma.plant.createMany({ data: { ownerId: client.id, id: 2n, name: CANARY } })
  expect(await eraseClient(prisma, client.id)).toMatchObject({ erasedAt, grants: [] })
  expect(await prisma.auditEvent.count()).toBe(events)
  expect(await tablesWith(CANARY)).toEqual([])
})

test('an erasure lets in no import and no grant afterwards', async () => {
  await eraseClient(prisma, client.id)
  await expect(importRecords(database, client.id, RECORDS)).rejects.toThrow('no client')
  await expect(grantWith(database, client.key.id, client.id)).rejects.toMatchObject(NOT_FOUND)
})

test('an erasure is of a client alone', async () => {
  const refused = (id: string) => expect(eraseClient(prisma, id)).rejects
  await refused('user_01M7000000000000000000000A').toMatchObject({ code: 'record_not_found' })
  const firmId = await enterpriseFirm(prisma)
  await prisma.member.createMany({ data: { firmId, userId: client.id } })
  await refused(client.id).toThrow(firmId)
  await prisma.member.deleteMany({ where: { firmId } })
  await prisma.user.update({ where: { id: client.id }, data: { isStaff: true } })
  await refused(client.id).toThrow('staff')
  await prisma.user.update({ where: { id: client.id }, data: { isStaff: false } })
  const { id } = await createStaff(operator(prisma), someone())
  await refused(id).toMatchObject({ code: 'record_not_found' })
})

test('an event of the audit history can lose its details, and nothing else', async () => {
  const change = (set: string) =>
    pool.query(`UPDATE audit_events SET ${set} WHERE subject = $1`, [client.id])
  for (const set of [`action = 'x'`, `details = '{"a":1}'`, `details = '{}', actor = 'x'`])
    await expect(change(set)).rejects.toThrow('never changes')
  await expect(
    pool.query('DELETE FROM audit_events WHERE subject = $1', [client.id]),
  ).rejects.toThrow('never changes')
  expect((await change(`details = '{}'`)).rowCount).toBeGreaterThan(0)
})

test('an export has everything that is held, without private notes and credentials', async () => {
  const { rows, text, lines } = await exported(client.id)
  const expected = HELD_DATA.filter(({ isExported }) => isExported !== false)
    .map(({ table }) => table)
    .filter((table) => table !== 'members')
  expect(Object.keys(rows)).toEqual([...new Set(expected)])
  expect(text).not.toContain(PRIVATE)
  const valuation = { value: '1.5000', valued_at: '2026-01-01T00:00:00.000Z' }
  expect(lines.find(({ table }) => table === 'valuations')?.row).toMatchObject(valuation)
})

test('an export has more than one batch of rows, and none of another client', async () => {
  await pool.query(
    `INSERT INTO plants (owner_id, id, name) SELECT $1, n, 'plant' FROM generate_series(2, 1201) n`,
    [client.id],
  )
  const other = await clientWith(database, [])
  const { rows, text } = await exported(client.id)
  expect(rows.plants).toBe(1_201)
  expect(text).not.toContain(other)
})

test('an export hides every column that is marked in the data model', () => {
  const marked = privateMembers().map(({ table, column }) => `${table}.${column}`)
  const held = HELD_DATA.map(({ table }) => table)
  const hidden = HELD_DATA.flatMap((each) =>
    (each.hidden ?? []).map((column) => `${each.table}.${column}`),
  )
  expect(hidden).toEqual(
    expect.arrayContaining(marked.filter((each) => held.includes(each.split('.')[0] ?? ''))),
  )
})
