import type pg from 'pg'
import { requireGranted } from '../../access/grant.reads.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import type { Database } from '../../database/client.ts'
import { instantOf } from '../../database/clock.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, Prisma } from '../../generated/prisma/client.ts'
import { readNewest } from '../assets/asset.newest.ts'
import { latestShownChange } from '../assets/asset.sync.ts'
import { endReasonOf } from '../grants/grant-end.ts'
import { lastChangeOf } from '../grants/grant-terms.ts'
import type { SeenGrant } from './feed-events.ts'

/** A grant of a client as it was read, with the stored row. */
export interface ReadGrant {
  readonly row: StoredGrant
  readonly seen: SeenGrant
  /** Whether a later read finds no more unless a version differs. */
  readonly isFinal: boolean
}

/**
 * The data that the feed reads of a client: first the part that it will mark as read, then the part that each grant
 * shows.
 */
export interface ReadClient {
  readonly clientId: string
  /** Null: there is no such portfolio. */
  readonly dataVersion: bigint | null
  readonly grants: readonly ReadGrant[]
}

const include = { key: { select: { scopes: true } } } satisfies Prisma.GrantInclude
type StoredGrant = Prisma.GrantGetPayload<{ include: typeof include }>

/**
 * Reads the grants of a client that can show something, and those that the feed has not read. The versions are read
 * first, so a change that is committed meanwhile differs from them and is read again.
 */
export async function readClient(
  { pool, prisma }: Database,
  clientId: string,
): Promise<ReadClient> {
  const portfolio = await prisma.portfolio.findUnique({ where: { clientId } })
  const ids = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM grants
     WHERE client_id = ${clientId}
       AND (state = 'active' OR feed_version <> version OR feed_state IS DISTINCT FROM state)`
  const where = { clientId, id: { in: ids.map(({ id }) => id) } }
  const rows = await prisma.grant.findMany({ where, include })
  const now = await instantOf(prisma)
  const grants: ReadGrant[] = []
  for (const row of rows) grants.push(await readGrant(pool, row, now))
  return {
    clientId,
    dataVersion: portfolio?.dataVersion ?? null,
    grants,
  }
}

async function readGrant(pool: pg.Pool, row: StoredGrant, now: Date): Promise<ReadGrant> {
  const { version, updatedAt: termsAt } = row
  const changedAt = lastChangeOf({ ...row, revokedAt: null })
  const end = endOf(row)
  const shown = end ? ENDED : await readShownChange(pool, row, now)
  const seen = { version, terms: row, termsAt, changedAt, end, visibleAt: shown.at }
  return { row, seen, isFinal: shown.isFinal }
}

// An expiry that has passed is stored before grants are read, so the stored state decides.
function endOf(row: Grant): SeenGrant['end'] {
  if (row.state === 'active') return null
  const reason = endReasonOf(row)
  const at = reason === 'expired' ? row.expiresAt : row.revokedAt
  return { reason, at: at ?? row.updatedAt }
}

interface ShownChange {
  readonly at: Date | null
  readonly isFinal: boolean
}

const ENDED: ShownChange = { at: null, isFinal: true }
const UNKNOWN: ShownChange = { at: null, isFinal: false }

// A grant that ends while it is read is read again.
async function readShownChange(
  pool: pg.Pool,
  { id, keyId, clientId, key }: StoredGrant,
  now: Date,
): Promise<ShownChange> {
  try {
    const scopes = new Set(readStoredScopes(`key ${keyId}`, key.scopes))
    const access = await requireGranted(pool, { keyId, scopes }, clientId, now)
    if (access.grant?.id !== id) return UNKNOWN
    const at = latestShownChange(access, await readNewest(pool, access))
    return { at, isFinal: at !== null }
  } catch (thrown) {
    if (thrown instanceof GatewayError) return UNKNOWN
    throw thrown
  }
}
