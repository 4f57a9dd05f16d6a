import { change, type Transaction } from '../../database/change.ts'
import type { Database } from '../../database/client.ts'
import { groupBy } from '../../values/group-by.ts'
import { latest } from '../../values/instant.ts'
import { eventsOf, type FeedEvent } from './feed-events.ts'
import { endKnown, type KnownRow, readKnown, writeKnown } from './feed-grant.writes.ts'
import { type ReadClient, type ReadGrant, readClient } from './seen-grant.reads.ts'

// The number is arbitrary, and different from those of other advisory locks.
const LOCK = 7_274_350
const MAX_WAIT = '1s'

/** An event of a grant that is to be stored. */
interface Entry {
  readonly keyId: string
  readonly event: FeedEvent
  store(event: FeedEvent, position: bigint): Promise<void>
}

/**
 * Reads a client and reports in the feed of each key what has changed since the last time. Returns whether everything
 * is read: a grant that changes meanwhile, and a portfolio that is being imported, are read again later. Several
 * processes may do the same at a time.
 */
export async function recordChanges(database: Database, clientId: string): Promise<boolean> {
  const read = await readClient(database, clientId)
  return change(database.prisma, async (tx) => {
    if (!(await lockClient(tx, clientId))) return false
    const known = await readKnown(tx, clientId)
    const marked: ReadGrant[] = []
    for (const grant of read.grants) if (await markGrant(tx, grant)) marked.push(grant)
    const missing = await findMissing(tx, read, known)
    await storeEntries(tx, [...newEntries(tx, marked, known), ...missingEntries(tx, missing)])
    if (!read.grants.every(({ isFinal }) => isFinal)) return false
    return (await markPortfolio(tx, read)) && marked.length === read.grants.length
  })
}

// False: another process reports the changes of the client.
async function lockClient(tx: Transaction, clientId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isFree: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LOCK}::int, hashtext(${clientId})) AS "isFree",
           set_config('lock_timeout', ${MAX_WAIT}, true)`
  return row?.isFree ?? false
}

// False: the grant has changed since it was read.
async function markGrant(tx: Transaction, { row }: ReadGrant): Promise<boolean> {
  const { clientId, id, version, state, feedVersion, feedState } = row
  if (feedVersion === version && feedState === state) return isUnchanged(tx, row)
  const data = { feedVersion: version, feedState: state }
  const { count } = await tx.grant.updateMany({ where: { clientId, id, version, state }, data })
  return count === 1
}

async function isUnchanged(tx: Transaction, row: ReadGrant['row']): Promise<boolean> {
  const { clientId, id, version, state } = row
  return (await tx.grant.count({ where: { clientId, id, version, state } })) === 1
}

function newEntries(
  tx: Transaction,
  grants: readonly ReadGrant[],
  known: ReadonlyMap<string, KnownRow>,
): Entry[] {
  return grants.flatMap(({ row, seen }) => {
    const observation = { known: known.get(row.id)?.grant ?? null, seen }
    return eventsOf(observation.known, seen).map((event) => ({
      keyId: row.keyId,
      event,
      store: (timed, position) => writeKnown(tx, row, observation, timed, position),
    }))
  })
}

// A restored database may lack grants that were reported. The transaction looks for them: another process may have
// reported a grant since the client was read.
async function findMissing(
  tx: Transaction,
  { clientId, grants }: ReadClient,
  known: ReadonlyMap<string, KnownRow>,
): Promise<KnownRow[]> {
  const present = new Set(grants.map(({ row }) => row.id))
  const unseen = [...known.values()].filter(
    ({ id, grant }) => !present.has(id) && grant.endReason === null,
  )
  if (unseen.length === 0) return []
  const where = { clientId, id: { in: unseen.map(({ id }) => id) } }
  const found = await tx.grant.findMany({ where, select: { id: true } })
  return unseen.filter(({ id }) => !found.some((grant) => grant.id === id))
}

function missingEntries(tx: Transaction, missing: readonly KnownRow[]): Entry[] {
  return missing.map(({ id, keyId, grant }) => {
    const at = grant.at ?? grant.termsAt
    const event = { type: 'grant.ended', at, reason: 'ended_by_operator' } as const
    return {
      keyId,
      event,
      store: ({ at }, position) => endKnown(tx, id, { ...event, at }, position),
    }
  })
}

// Keys are taken in one order, so that two processes cannot deadlock.
async function storeEntries(tx: Transaction, entries: readonly Entry[]): Promise<void> {
  const byKey = groupBy(
    entries,
    ({ keyId }) => keyId,
    (entry) => entry,
  )
  for (const [keyId, group] of [...byKey].sort(([one], [other]) => (one < other ? -1 : 1))) {
    let position = await takePositions(tx, keyId, group.length)
    let last = new Date(0)
    for (const { event, store } of [...group].sort(endsFirst)) {
      // The instant of a portfolio is its `as_of`, and stays.
      const at = event.type === 'portfolio.changed' ? event.at : latest(event.at, last)
      last = latest(at, last)
      await store({ ...event, at }, ++position)
    }
  }
}

// The end of a grant comes before the grant that replaces it. Their instants do not decide this: a restored database
// has an older grant again, and the clock may have been set back.
function endsFirst({ event: one }: Entry, { event: other }: Entry): number {
  const ends = (event: FeedEvent) => (event.type === 'grant.ended' ? 0 : 1)
  return ends(one) - ends(other) || one.at.getTime() - other.at.getTime()
}

// Returns the position before the first of them. The row stays locked until the commit.
async function takePositions(tx: Transaction, keyId: string, count: number): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ position: bigint }[]>`
    INSERT INTO feeds (key_id, position) VALUES (${keyId}, ${count})
    ON CONFLICT (key_id) DO UPDATE SET position = feeds.position + excluded.position
    RETURNING position - ${count} AS position`
  if (!row) throw new Error('The feed of a key has no row.')
  return row.position
}

// An import holds the row until its end. It is not waited for: its change is read after its commit.
async function markPortfolio(
  tx: Transaction,
  { clientId, dataVersion }: ReadClient,
): Promise<boolean> {
  if (dataVersion === null) return true
  const locked = await tx.$queryRaw<{ isRead: boolean }[]>`
    SELECT feed_version = ${dataVersion} AS "isRead" FROM portfolios
     WHERE client_id = ${clientId} FOR NO KEY UPDATE SKIP LOCKED`
  const [portfolio] = locked
  if (!portfolio) return false
  if (portfolio.isRead) return true
  const data = { feedVersion: dataVersion }
  await tx.portfolio.updateMany({ where: { clientId }, data })
  return true
}
