import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'
import type { SentAttempt } from './attempt.ts'
import { KEPT_ATTEMPTS } from './webhook-rules.ts'

/** Stores attempts of an endpoint, which has to be locked. Only its newest ones are kept. */
export async function addAttempts(
  tx: Transaction,
  endpointId: string,
  attempts: readonly SentAttempt[],
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ askedWaitMs: _, ...attempt }) => ({
    id: createId('attempt'),
    endpointId,
    ...attempt,
  }))
  await tx.webhookAttempt.createMany({ data: rows })
  await countAttempts(tx, endpointId, attempts)
  await removeOldAttempts(tx, endpointId)
}

/** Adds attempts to the counts of their days, which outlive them. The day is that of UTC. */
export async function countAttempts(
  db: PrismaClient | Transaction,
  endpointId: string,
  attempts: readonly Pick<SentAttempt, 'at' | 'result'>[],
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO webhook_counts AS known (endpoint_id, day, result, attempts)
    SELECT ${endpointId}, date_trunc('day', at, 'UTC'), result, count(*)
      FROM unnest(${attempts.map(({ at }) => at)}::timestamptz[],
                  ${attempts.map(({ result }) => result)}::webhook_result[]) AS sent (at, result)
     GROUP BY 2, 3 ORDER BY 2, 3
    ON CONFLICT (endpoint_id, day, result) DO UPDATE SET attempts = known.attempts + excluded.attempts`
}

/** Removes all attempts of an endpoint but the newest. One that waits to be sent stays. */
export async function removeOldAttempts(
  db: PrismaClient | Transaction,
  endpointId: string,
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM webhook_attempts
     WHERE endpoint_id = ${endpointId} AND result <> 'waiting' AND id IN (
       SELECT id FROM webhook_attempts WHERE endpoint_id = ${endpointId}
        ORDER BY at DESC, id DESC OFFSET ${KEPT_ATTEMPTS})`
}
