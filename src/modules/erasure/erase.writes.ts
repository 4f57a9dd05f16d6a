import { liveSql } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { FEED_LOCK, nextInstantSql } from '../../database/portfolio-locks.ts'
import { stateConflict } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'
import { OPERATOR, recordEvent } from '../audit/audit.writes.ts'
import { type RevokedGrant, recordRevocations } from '../grants/grant-revocation.writes.ts'
import { type Reasoned, recordedReason } from '../people/locked-out.ts'
import { findHeldClient, type HeldClient, type Query } from './held-client.reads.ts'
import { HELD_DATA } from './held-data.ts'

// The erasure of a large client takes long. The database server does all the work.
const TIMEOUT_MS = DAY_MS

/** An erasure, with the ids of the grants that it ended, and the number of rows that it removed or emptied, by table. */
export type Erasure = Awaited<ReturnType<typeof eraseClient>>

/**
 * Erases the data of a client, all of it or nothing. The record of their consents stays, without names. A second run
 * erases data that was added since, for example by the restore of a backup. Needs the rights of the owner. Throws
 * `record_not_found`, and `state_conflict` for a person who is not only a client.
 */
export function eraseClient(prisma: PrismaClient, clientId: string, reasoned: Reasoned = {}) {
  const erase = async (tx: Transaction) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = 0`
    await findErasable(tx, clientId)
    const erasedBefore = await lockPortfolio(tx, clientId)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FEED_LOCK}::int, hashtext(${clientId}))`
    const now = await instantOf(tx)
    // Grants are ended before sessions, in the order of the locks of a change of a grant: the grant, then its session.
    const ended = await endGrants(tx, clientId, now)
    await tx.session.deleteMany({ where: { userId: clientId } })
    // Grants that were given meanwhile, in a session that has ended now.
    ended.push(...(await endGrants(tx, clientId, now)))
    // The client may have become a member, or have agreed to more, while this waited for an import or a session.
    const client = await findErasable(tx, clientId)
    const rows = await eraseRows(tx, client)
    await markErased(tx, clientId, now)
    if (erasedBefore === null) {
      const details = recordedReason(reasoned)
      const event = { action: 'client.erased', subject: clientId, clientId, details } as const
      await recordEvent(tx, OPERATOR, event)
    }
    await recordRevocations(tx, OPERATOR, ended, 'client.erased')
    const grants = ended.map(({ id }) => id)
    return { clientId, erasedAt: erasedBefore ?? now, grants, rows }
  }
  return prisma.$transaction(erase, { maxWait: 5_000, timeout: TIMEOUT_MS })
}

async function findErasable(tx: Transaction, clientId: string): Promise<HeldClient> {
  const query: Query = (text, values) => tx.$queryRawUnsafe(text, ...values)
  const client = await findHeldClient(query, clientId)
  await requireClientOnly(tx, clientId)
  return client
}

async function requireClientOnly(tx: Transaction, id: string): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id }, include: { memberships: true } })
  if (user.isStaff)
    throw stateConflict(
      'This person is a member of staff. Only the data of a client can be erased.',
    )
  if (user.sandboxFirmId !== null)
    throw stateConflict('This is the sandbox client of a firm. Its data belongs to no person.')
  const firms = user.memberships.map(({ firmId }) => firmId).join(', ')
  if (firms !== '')
    throw stateConflict(`The client is a member of ${firms}. First run: orangery member remove`)
}

// An import takes the same lock, so the two wait for each other. Returns the instant of an earlier erasure.
async function lockPortfolio(tx: Transaction, clientId: string): Promise<Date | null> {
  const [portfolio] = await tx.$queryRaw<{ erased_at: Date | null }[]>`
    UPDATE portfolios SET data_version = data_version WHERE client_id = ${clientId} RETURNING erased_at`
  return portfolio?.erased_at ?? null
}

function endGrants(tx: Transaction, clientId: string, now: Date): Promise<RevokedGrant[]> {
  return tx.$queryRawUnsafe<RevokedGrant[]>(END_GRANTS, clientId, now)
}

// Expired grants are revoked as well, because an expired grant could be extended.
const END_GRANTS = `
  UPDATE grants g SET state = 'revoked', revoked_by = 'operator', revoked_at = $2, updated_at = $2,
         account_erased = ${liveSql('g', '$2')}
    FROM api_keys k
   WHERE k.id = g.key_id AND g.client_id = $1 AND g.state <> 'revoked'
  RETURNING g.id, g.client_id AS "clientId", g.key_id AS "keyId", k.firm_id AS "firmId"`

async function eraseRows(tx: Transaction, client: HeldClient): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { table, where, by, erase } of HELD_DATA) {
    if (erase === 'kept') continue
    const change = erase === 'delete' ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${erase.set}`
    const count = await tx.$executeRawUnsafe(`${change} WHERE ${where}`, client[by])
    if (count > 0) rows[table] = (rows[table] ?? 0) + count
  }
  return rows
}

async function markErased(tx: Transaction, clientId: string, now: Date): Promise<void> {
  // A cluster sets no column to the clock.
  const [next] = await tx.$queryRawUnsafe<{ at: Date }[]>(nextInstantSql('$1'), clientId)
  await tx.$executeRaw`
    UPDATE portfolios
       SET erased_at = coalesce(erased_at, ${now}), data_version = data_version + 1, changed_at = ${next?.at}
     WHERE client_id = ${clientId}`
}

/** Records that an operator exports the data of a client, before it leaves. Throws `record_not_found`. */
export async function recordExport(prisma: PrismaClient, clientId: string, reasoned: Reasoned) {
  requireIdShape('user', clientId)
  if ((await prisma.portfolio.count({ where: { clientId } })) === 0) throw notFound('client')
  const details = recordedReason(reasoned)
  const event = { action: 'client.exported', subject: clientId, clientId, details } as const
  await recordEvent(prisma, OPERATOR, event)
}
