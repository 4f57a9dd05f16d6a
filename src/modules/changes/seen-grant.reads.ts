import type pg from 'pg'
import {
  evaluateGrant,
  grantColumns,
  joinLatestGrant,
  readLatestGrant,
} from '../../access/grant.reads.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import { newestChangesSql, type PortfolioAccess } from '../../access/visibility.ts'
import type { Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { GatheredRead } from '../../database/gathered-read.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, Prisma } from '../../generated/prisma/client.ts'
import { readNewest } from '../assets/asset.newest.ts'
import { latestShownChange } from '../assets/asset.sync.ts'
import { endReasonOf } from '../grants/end-reason.ts'
import { lastChangeOf } from '../grants/grant-terms.ts'
import type { SeenGrant } from './feed-events.ts'

/** A grant of a client as it was read, with the stored row. */
export interface ReadGrant {
  readonly row: StoredGrant
  readonly seen: SeenGrant
  /** Whether a later read finds no more unless a version differs. */
  readonly isFinal: boolean
}

/** The data that the feed reads of clients: first the part that it marks as read, then the part that grants show. */
export interface ReadClients {
  readonly clientIds: readonly string[]
  /** The portfolios whose version the feed has not read. */
  readonly unread: readonly { readonly clientId: string; readonly dataVersion: bigint }[]
  readonly grants: readonly ReadGrant[]
}

const include = { key: { select: { scopes: true } } } satisfies Prisma.GrantInclude
type StoredGrant = Prisma.GrantGetPayload<{ include: typeof include }>

const AT_A_TIME = 50
const GRANT_AND_NEWEST = new GatheredRead(
  'grant_and_newest',
  ['text', 'text'],
  (valueAt) => `SELECT ${grantColumns(newestChangesSql(valueAt(2)))}
    FROM api_keys k ${joinLatestGrant(valueAt(2))} WHERE k.id = ${valueAt(1)}`,
)

/**
 * Reads the grants of clients that can show something, and those that the feed has not read. The versions are read
 * first, so a change that is committed meanwhile differs from them and is read again.
 */
export async function readClients(
  { pool, prisma }: { readonly pool: pg.Pool; readonly prisma: Transaction },
  clientIds: readonly string[],
): Promise<ReadClients> {
  const ids = [...clientIds]
  const portfolios = await prisma.portfolio.findMany({
    where: { clientId: { in: ids } },
    select: { clientId: true, dataVersion: true, feedVersion: true },
  })
  const found = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM grants
     WHERE client_id = ANY (${ids}::text[])
       AND (state = 'active' OR feed_version <> version OR feed_state IS DISTINCT FROM state)`
  const where = { clientId: { in: ids }, id: { in: found.map(({ id }) => id) } }
  const rows = await prisma.grant.findMany({ where, include })
  const unread = portfolios.filter((each) => each.feedVersion !== each.dataVersion)
  return { clientIds, unread, grants: await readGrants(pool, rows, await instantOf(prisma)) }
}

async function readGrants(pool: pg.Pool, rows: readonly StoredGrant[], now: Date) {
  const grants: ReadGrant[] = []
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    const some = rows.slice(from, from + AT_A_TIME)
    const accesses = await Promise.all(some.map((row) => readAccess(pool, row, now)))
    // One after another: an asset filter makes the read long, and requests need the connections as well.
    for (const [i, row] of some.entries())
      grants.push(await readGrant(pool, row, accesses[i] ?? null))
  }
  return grants
}

async function readGrant(pool: pg.Pool, row: StoredGrant, access: PortfolioAccess | null) {
  const { version, updatedAt: termsAt } = row
  const changedAt = lastChangeOf({ ...row, revokedAt: null })
  const end = endOf(row)
  const newest = access && (access.newest ?? (await readNewest(pool, access.visibility)))
  const visibleAt = access && newest ? latestShownChange(access, newest) : null
  const seen = { version, terms: row, termsAt, changedAt, end, visibleAt }
  return { row, seen, isFinal: end !== null || visibleAt !== null }
}

// An expiry that has passed is stored before grants are read, so the stored state decides.
function endOf(row: Grant): SeenGrant['end'] {
  if (row.state === 'active') return null
  const reason = endReasonOf(row)
  const at = reason === 'expired' ? row.expiresAt : row.revokedAt
  return { reason, at: at ?? row.updatedAt }
}

// Null: the grant has ended. One that ends while it is read is read again.
async function readAccess(pool: pg.Pool, row: StoredGrant, now: Date) {
  if (endOf(row)) return null
  const { id, keyId, clientId, key } = row
  const scopes = new Set(readStoredScopes(`key ${keyId}`, key.scopes))
  const found = await GRANT_AND_NEWEST.read(pool, [keyId, clientId])
  const access = evaluateGrant({ scopes }, found === undefined ? null : readLatestGrant(found), now)
  return access instanceof GatewayError || access.grant?.id !== id ? null : access
}
