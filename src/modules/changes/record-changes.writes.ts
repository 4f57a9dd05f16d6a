import { change, type Transaction } from '../../database/change.ts'
import type { Database } from '../../database/client.ts'
import { FEED_LOCK } from '../../database/portfolio-locks.ts'
import { groupBy } from '../../values/group-by.ts'
import { latest } from '../../values/instant.ts'
import { eventsOf, visibleAfter } from './feed-events.ts'
import { type Entry, type KnownRow, readKnown, rowAfter, writeKnown } from './feed-grant.writes.ts'
import { type ReadClients, type ReadGrant, readClients } from './seen-grant.reads.ts'

const MAX_WAIT = '1s'

/**
 * Reads clients and reports in the feed of each key what has changed since the last time. Returns for each client
 * whether everything is read: a grant that changes meanwhile, and a portfolio in an import, are read again later.
 */
export function recordTogether(
  database: Database,
  clientIds: readonly string[],
): Promise<boolean[]> {
  return change(database.prisma, async (tx) => {
    // The lock comes first, so that two processes do not read the same clients.
    const free = await lockClients(tx, clientIds)
    // Over the same connection: the transactions of other groups may hold all others of Prisma.
    const read = await readClients({ ...database, prisma: tx }, [...free])
    const done = await store(tx, read)
    return clientIds.map((clientId) => done.has(clientId))
  })
}

/** The same for a client who takes longer to read than a transaction may last. */
export async function recordAlone(database: Database, clientId: string): Promise<boolean> {
  const read = await readClients(database, [clientId])
  return change(database.prisma, async (tx) => {
    const free = await lockClients(tx, [clientId])
    return free.has(clientId) && (await store(tx, read)).has(clientId)
  })
}

// The clients whose changes no other process reports.
async function lockClients(tx: Transaction, clientIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string; isFree: boolean }[]>`
    SELECT id, pg_try_advisory_xact_lock(${FEED_LOCK}::int, hashtext(id)) AS "isFree",
           set_config('lock_timeout', ${MAX_WAIT}, true)
      FROM unnest(${[...clientIds]}::text[]) AS id`
  return new Set(rows.flatMap(({ id, isFree }) => (isFree ? [id] : [])))
}

// Returns the clients of whom everything is read.
async function store(tx: Transaction, read: ReadClients): Promise<Set<string>> {
  const done = new Set(read.clientIds)
  if (done.size === 0) return done
  const known = await readKnown(tx, read.clientIds)
  const unchanged = await markGrants(tx, read.grants)
  const missing = await missingEntries(tx, read, known)
  await storeEntries(tx, [...newEntries(unchanged, known), ...missing], known)
  for (const grant of read.grants)
    if (!grant.isFinal || !unchanged.includes(grant)) done.delete(grant.row.clientId)
  for (const { clientId, dataVersion } of read.unread)
    if (done.has(clientId) && !(await markPortfolio(tx, clientId, dataVersion)))
      done.delete(clientId)
  return done
}

// The grants that have not changed since they were read. One that somebody else has locked is not waited for: with many
// grants, that could be a deadlock. One that is not final keeps its mark and stays due: an import that ends without a
// change makes nothing else due.
async function markGrants(tx: Transaction, grants: readonly ReadGrant[]): Promise<ReadGrant[]> {
  const keepsMark = ({ row, isFinal }: ReadGrant) =>
    !isFinal || (row.feedVersion === row.version && row.feedState === row.state)
  const same = await findSame(tx, grants.filter(keepsMark))
  const unchanged: ReadGrant[] = []
  for (const grant of grants)
    if (keepsMark(grant) ? same.has(grant.row.id) : await markGrant(tx, grant))
      unchanged.push(grant)
  return unchanged
}

async function findSame(tx: Transaction, grants: readonly ReadGrant[]): Promise<Set<string>> {
  const rows = grants.map(({ row }) => row)
  const where = {
    clientId: { in: rows.map((row) => row.clientId) },
    id: { in: rows.map(({ id }) => id) },
  }
  const select = { id: true, version: true, state: true } as const
  const found = await tx.grant.findMany({ where, select })
  const byId = new Map(found.map((row) => [row.id, row]))
  const isSame = ({ id, version, state }: ReadGrant['row']) =>
    byId.get(id)?.version === version && byId.get(id)?.state === state
  return new Set(rows.filter(isSame).map(({ id }) => id))
}

async function markGrant(tx: Transaction, { row }: ReadGrant): Promise<boolean> {
  const { clientId, id, version, state } = row
  const count = await tx.$executeRaw`
    UPDATE grants SET feed_version = version, feed_state = state
     WHERE client_id = ${clientId} AND id IN (
       SELECT id FROM grants
        WHERE client_id = ${clientId} AND id = ${id} AND version = ${version} AND state = ${state}::grant_state
          FOR NO KEY UPDATE SKIP LOCKED)`
  return count === 1
}

function newEntries(grants: readonly ReadGrant[], known: ReadonlyMap<string, KnownRow>): Entry[] {
  return grants.flatMap(({ row: grant, seen }) => {
    const before = known.get(grant.id) ?? null
    const { id: grantId, keyId, clientId, reference } = grant
    const { scopes, filterType, filterValues, expiresAt } = seen.terms
    const terms = { scopes, filterType, filterValues, expiresAt }
    const { version, termsAt } = seen
    const visibleAt = visibleAfter(before, seen)
    const row = { grantId, keyId, clientId, reference, version, terms, termsAt, visibleAt }
    return eventsOf(before, seen).map((event) => ({ row, event }))
  })
}

// A restored database may lack grants that were reported. The transaction looks for them: another process may have
// reported a grant since the client was read.
async function missingEntries(
  tx: Transaction,
  { grants }: ReadClients,
  known: ReadonlyMap<string, KnownRow>,
): Promise<Entry[]> {
  const present = new Set(grants.map(({ row }) => row.id))
  const unseen = [...known.values()].filter(
    ({ grantId, endReason }) => !present.has(grantId) && endReason === null,
  )
  if (unseen.length === 0) return []
  const clientIds = unseen.map(({ clientId }) => clientId)
  const where = { clientId: { in: clientIds }, id: { in: unseen.map(({ grantId }) => grantId) } }
  const found = await tx.grant.findMany({ where, select: { id: true } })
  const missing = unseen.filter(({ grantId }) => !found.some(({ id }) => id === grantId))
  return missing.map((row) => {
    const at = row.at ?? row.termsAt
    return { row, event: { type: 'grant.ended', at, reason: 'ended_by_operator' } }
  })
}

async function storeEntries(
  tx: Transaction,
  entries: readonly Entry[],
  known: ReadonlyMap<string, KnownRow>,
): Promise<void> {
  const byKey = groupBy(entries, ({ row }) => row.keyId)
  const positions = await takePositions(tx, byKey)
  const rows = new Map<string, KnownRow>()
  const last = new Map<string, Date>()
  for (const [keyId, group] of byKey) {
    let position = positions.get(keyId) ?? 0n
    for (const { event, row } of [...group].sort(endsFirst)) {
      // The instant of a portfolio is its `as_of`, and stays. Those of a client in a feed are in order.
      const of = `${keyId} ${row.clientId}`
      const lastAt = last.get(of) ?? event.at
      const at = event.type === 'portfolio.changed' ? event.at : latest(event.at, lastAt)
      last.set(of, latest(at, lastAt))
      const before = rows.get(row.grantId) ?? known.get(row.grantId) ?? null
      rows.set(row.grantId, rowAfter(before, { row, event: { ...event, at } }, ++position))
    }
  }
  await writeKnown(tx, [...rows.values()])
}

// The end of a grant comes before the grant that replaces it. Their instants do not decide this: a restored database
// has an older grant again, and the clock may have been set back.
function endsFirst(one: Entry, other: Entry): number {
  const ends = ({ event }: Entry) => (event.type === 'grant.ended' ? 0 : 1)
  return ends(one) - ends(other) || one.event.at.getTime() - other.event.at.getTime()
}

// Returns the position before the first of each key. The rows stay locked until the commit. Keys are taken in one order,
// so that two processes cannot deadlock.
async function takePositions(
  tx: Transaction,
  byKey: ReadonlyMap<string, readonly Entry[]>,
): Promise<Map<string, bigint>> {
  if (byKey.size === 0) return new Map()
  const keys = [...byKey.keys()].sort()
  const counts = keys.map((key) => byKey.get(key)?.length ?? 0)
  const rows = await tx.$queryRaw<{ id: string; position: bigint }[]>`
    INSERT INTO feeds (key_id, position)
    SELECT id, count FROM unnest(${keys}::text[], ${counts}::int[]) WITH ORDINALITY AS taken (id, count, place)
     ORDER BY place
    ON CONFLICT (key_id) DO UPDATE SET position = feeds.position + excluded.position
    RETURNING key_id AS id, position`
  const after = new Map(rows.map(({ id, position }) => [id, position]))
  return new Map(keys.map((key, i) => [key, (after.get(key) ?? 0n) - BigInt(counts[i] ?? 0)]))
}

// An import holds the row until its end. It is not waited for: its change is read after its commit.
async function markPortfolio(tx: Transaction, clientId: string, dataVersion: bigint) {
  const count = await tx.$executeRaw`
    UPDATE portfolios SET feed_version = ${dataVersion}
     WHERE client_id = ${clientId} AND client_id IN (
       SELECT client_id FROM portfolios WHERE client_id = ${clientId} FOR NO KEY UPDATE SKIP LOCKED)`
  return count === 1
}
