import { setTimeout as sleep } from 'node:timers/promises'
import { databaseClock } from '../../database/clock.ts'
import { stateConflict } from '../../errors.ts'
import type { PrismaClient, WebhookAttempt } from '../../generated/prisma/client.ts'
import { operator } from '../audit/audit.writes.ts'
import { readFeed, readFeedEnd } from '../changes/feed.reads.ts'
import type { DeliveryParts } from './delivery.ts'
import { requestTest } from './request-attempt.writes.ts'
import { sendRequested } from './requested.writes.ts'
import { opensSecret } from './signing.ts'

const LOOK_MS = 100
// A gateway that runs looks twice in a second.
const LOOKS_UNTIL_TAKEN = 30
const LOOKS_UNTIL_SENT = 150

type Parts = Pick<DeliveryParts, 'prisma' | 'pool' | 'outbound' | 'sealKey'>

/**
 * Sends a test event of the operator to an endpoint and returns its attempt. A gateway that runs sends it, with its own
 * settings. If none takes it within three seconds, this process sends it with these parts, and `isOwn` is true. Throws
 * the errors of `requestTest`, and `state_conflict` if no gateway takes it and the seal key does not open the secret.
 */
export async function sendTestNow(
  { prisma, pool, outbound, sealKey }: Parts,
  endpointId: string,
): Promise<WebhookAttempt & { readonly isOwn: boolean }> {
  const now = databaseClock(pool)
  const at = await now()
  const id = await requestTest(operator(prisma, at), endpointId)
  const isTaken = ({ dueAt }: WebhookAttempt) => dueAt?.getTime() !== at.getTime()
  const isOwn = !isTaken(await lookAt(prisma, id, isTaken, LOOKS_UNTIL_TAKEN))
  if (isOwn) {
    const { sealedSecret } = await prisma.webhookEndpoint.findUniqueOrThrow({
      where: { id: endpointId },
    })
    if (!opensSecret(sealedSecret, endpointId, sealKey))
      throw stateConflict(
        'No gateway has taken the test, and this command cannot sign it: set AUTH_SECRET to that of the gateway.',
      )
    const feed = { read: readFeed, readEnd: readFeedEnd }
    const parts = { prisma, pool, outbound, sealKey, feed, now }
    await sendRequested(parts, id, new AbortController().signal)
  }
  const isSent = ({ result }: WebhookAttempt) => result !== 'waiting'
  return { ...(await lookAt(prisma, id, isSent, LOOKS_UNTIL_SENT)), isOwn }
}

async function lookAt(
  prisma: PrismaClient,
  id: string,
  isOver: (attempt: WebhookAttempt) => boolean,
  looks: number,
): Promise<WebhookAttempt> {
  const attempt = await prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })
  if (looks === 0 || isOver(attempt)) return attempt
  await sleep(LOOK_MS)
  return lookAt(prisma, id, isOver, looks - 1)
}
