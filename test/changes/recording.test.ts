import { Readable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, expect, inject, test } from 'vitest'
import { importPortfolio } from '../../src/importer/import.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { listDueClients } from '../../src/modules/changes/due-clients.writes.ts'
import { readFeed, readFeedEnd } from '../../src/modules/changes/feed.reads.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { isCluster } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'
import { reportChanges } from '../support/feed.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { rowDigests } from '../support/row-digests.ts'
import { HeldTransactions, IMPORT_GATES, pauseBefore } from '../sync/held.ts'

const database = testDatabase()
const { serving, pool } = database
const WATCH = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }

let keyId: string
beforeEach(async () => {
  keyId = (await keyWith(database)).id
})

async function clientsWith(count: number, record: Record<string, unknown> = WATCH) {
  const clients: string[] = []
  while (clients.length < count) {
    const clientId = await clientWith(database, [record])
    await grantWith(database, keyId, clientId)
    clients.push(clientId)
  }
  return clients
}

// No writer does this, so nothing checks that the version was raised.
async function writeUnlogged(...statements: readonly [text: string, ...values: string[]][]) {
  const client = await pool.connect()
  await client.query("BEGIN; SET LOCAL change_log.off = 'on'")
  for (const [text, ...values] of statements) await client.query(text, values)
  await client.query('COMMIT')
  client.release()
}

const DAMAGE = "UPDATE grants SET filter_type = 'category', filter_values = $2 WHERE client_id = $1"

const entriesAfter = (position: bigint) =>
  readFeed(pool, keyId, { position, base: position }, 1_000)

test('what the feed reads: two processes report each change once, without a gap', async () => {
  const clients = await clientsWith(20)
  await Promise.all([reportChanges(serving), reportChanges(serving)])
  const given = await entriesAfter(0n)
  expect(given.map(({ clientId }) => clientId).sort()).toEqual([...clients].sort())
  expect(given.map(({ position }) => position)).toEqual(clients.map((_, i) => BigInt(i + 1)))
  for (const client of clients) await importRecords(database, client, [{ ...WATCH, title: 'B' }])
  await Promise.all([1, 2, 3].map(() => reportChanges(serving)))
  const changed = await entriesAfter(20n)
  expect(changed.map(({ type }) => type)).toEqual(clients.map(() => 'portfolio.changed'))
  expect((await readFeedEnd(pool, keyId)).position).toBe(40n)
})

test('what the feed reads damaged data of one client hides nothing of the others', async () => {
  const [damaged = '', sound] = await clientsWith(2)
  await writeUnlogged([DAMAGE, damaged, '{nothing}'])
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  await reportChanges(serving, log)
  expect((await entriesAfter(0n)).map(({ clientId }) => clientId)).toEqual([sound])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(damaged)
  await writeUnlogged([DAMAGE, damaged, '{watches}'])
  await reportChanges(serving)
  expect((await entriesAfter(1n)).map(({ clientId }) => clientId)).toEqual([damaged])
})

test('what the feed reads: a grant that a restore has removed is reported as ended', async () => {
  const [clientId = ''] = await clientsWith(1)
  await reportChanges(serving)
  await pool.query('DELETE FROM grants WHERE client_id = $1', [clientId])
  await pool.query('UPDATE portfolios SET feed_version = -1 WHERE client_id = $1', [clientId])
  await reportChanges(serving)
  expect(await entriesAfter(1n)).toMatchObject([
    { type: 'grant.ended', reason: 'ended_by_operator', clientId },
  ])
})

// A distributed table lets nobody turn off its triggers.
test.skipIf(isCluster(inject('server')))(
  'what the feed reads: the end of a grant comes before an older one that a restore has brought back',
  async () => {
    const [clientId = ''] = await clientsWith(1)
    await reportChanges(serving)
    const [first] = await database.prisma.grant.findMany({ where: { clientId } })
    await revokeGrant(operator(database.prisma), { grantId: first?.id ?? '' })
    const second = await grantWith(database, keyId, clientId)
    await reportChanges(serving)
    const { position } = await readFeedEnd(pool, keyId)
    const live = "state = 'active', revoked_at = NULL, revoked_by = NULL, feed_version = 0"
    await writeUnlogged(
      ['ALTER TABLE grants DISABLE TRIGGER USER'],
      ['DELETE FROM grants WHERE id = $1', second.id],
      [`UPDATE grants SET ${live} WHERE client_id = $1`, clientId],
      ['ALTER TABLE grants ENABLE TRIGGER USER'],
    )
    await reportChanges(serving)
    const entries = await entriesAfter(position)
    expect(entries).toMatchObject([
      { type: 'grant.ended', grant: { id: second.id } },
      { type: 'grant.given', grant: { id: first?.id } },
    ])
    const times = entries.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  },
)

test('what the feed reads: an idle database is not written', async () => {
  await clientsWith(3)
  await reportChanges(serving)
  const before = await rowDigests(pool)
  await reportChanges(serving)
  expect(await rowDigests(pool)).toEqual(before)
})

test('what the feed reads: new terms during an import are read again at its end, not at the next hidden change', async () => {
  const [clientId = ''] = await clientsWith(1)
  await reportChanges(serving)
  const held = new HeldTransactions()
  await held.hold('import', async (pause) => {
    const open = pauseBefore(pool, IMPORT_GATES.written, pause)
    await importPortfolio(open, clientId, Readable.from([`${JSON.stringify(WATCH)}\n`]))
  })
  const grant = await database.prisma.grant.findFirstOrThrow({ where: { clientId } })
  const filter = { type: 'category' as const, categories: ['watches' as const] }
  await updateGrant(operator(database.prisma), { grantId: grant.id, filter })
  await reportChanges(serving).finally(() => held.release())
  await reportChanges(serving)
  const entries = await entriesAfter(1n)
  expect(entries.map(({ type }) => type)).toEqual(['grant.changed', 'portfolio.changed'])
  await importRecords(database, clientId, [{ ...WATCH, ref: 'b', category: 'coins' }])
  await reportChanges(serving)
  expect(await entriesAfter(1n)).toEqual(entries)
})

test('clients are due for each firm that may read them', async () => {
  const [large, small] = [await keyWith(database), await keyWith(database)]
  const shared = await clientWith(database, [])
  for (let count = 0; count < 8; count++)
    await grantWith(database, large.id, await clientWith(database, []))
  const clientId = await clientWith(database, [])
  await grantWith(database, small.id, clientId)
  await grantWith(database, large.id, shared)
  await grantWith(database, small.id, shared)
  const lone = await clientWith(database, [])
  await importRecords(database, lone, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
  const due = await listDueClients(pool, [])
  // The shared client is due for both firms, and a client of no firm is due as well.
  const firms = due.flatMap(({ id, firmId }) => (id === shared ? [firmId] : []))
  expect(firms.sort()).toEqual([large.firmId, small.firmId].sort())
  expect(due).toContainEqual({ id: clientId, firmId: small.firmId })
  expect(due).toContainEqual({ id: lone, firmId: null })
  expect(new Set(due.map(({ id }) => id)).size).toBe(11)
  const others = await listDueClients(pool, [clientId])
  expect(others.map(({ id }) => id)).not.toContain(clientId)
})
