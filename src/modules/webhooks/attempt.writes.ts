import type { Transaction } from '../../database/change.ts'
import { createId } from '../../values/ids.ts'
import type { EventOfAttempt, SentAttempt } from './attempt.ts'
import type { EndedBatch } from './progress.writes.ts'
import { KEPT_ATTEMPTS } from './webhook-rules.ts'

/** An attempt for an entry of a feed. */
export type EntryAttempt = SentAttempt & EventOfAttempt

/** Stores the attempts of endpoints, which have to be locked. Of each only the newest ones are kept. */
export async function addAttempts(tx: Transaction, ended: readonly EndedBatch[]): Promise<void> {
  const rows = ended.flatMap(({ claimed: { id: endpointId }, progress }) =>
    progress.attempts.map(({ askedWaitMs: _, ...attempt }) => {
      return { id: createId('attempt'), endpointId, ...attempt }
    }),
  )
  if (rows.length === 0) return
  await tx.webhookAttempt.createMany({ data: rows })
  await countAttempts(tx, rows)
  const endpointIds = ended.map(({ claimed }) => claimed.id)
  await removeOldAttempts(tx, endpointIds)
}

type CountedAttempt = Pick<SentAttempt, 'at' | 'result'> & { readonly endpointId: string }

/** Adds attempts to the counts of their days, which outlive them. The day is that of UTC. */
export async function countAttempts(
  db: Transaction,
  attempts: readonly CountedAttempt[],
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO webhook_counts AS known (endpoint_id, day, result, attempts)
    SELECT endpoint_id, date_trunc('day', at, 'UTC'), result, count(*)
      FROM unnest(${attempts.map(({ endpointId }) => endpointId)}::text[],
                  ${attempts.map(({ at }) => at)}::timestamptz[],
                  ${attempts.map(({ result }) => result)}::webhook_result[]) AS sent (endpoint_id, at, result)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (endpoint_id, day, result) DO UPDATE SET attempts = known.attempts + excluded.attempts`
}

/**
 * Removes all attempts of endpoints but the newest of each. Those after now are from before the clock was set back, and
 * go first. One that waits to be sent stays.
 */
export async function removeOldAttempts(
  db: Transaction,
  endpointIds: readonly string[],
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM webhook_attempts WHERE result <> 'waiting' AND id IN (
      SELECT old.id FROM unnest(${[...endpointIds]}::text[]) AS of (endpoint_id), LATERAL (
        SELECT id FROM webhook_attempts WHERE endpoint_id = of.endpoint_id
         ORDER BY (at <= now() + interval '1 minute') DESC, at DESC, id DESC OFFSET ${KEPT_ATTEMPTS}) old)`
}
