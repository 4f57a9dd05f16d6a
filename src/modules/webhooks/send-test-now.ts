import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseClock } from '../../database/clock.ts'
import type { PrismaClient, WebhookAttempt } from '../../generated/prisma/client.ts'
import type { Outbound } from '../../outbound/reach.ts'
import type { Actor } from '../audit/audit.writes.ts'
import { readFeed, readFeedEnd } from '../changes/feed.reads.ts'
import { requestTest } from './request-attempt.writes.ts'
import { sendRequested } from './requested.writes.ts'

const LOOK_MS = 100
const LOOKS = 150

interface Parts {
  readonly prisma: PrismaClient
  readonly pool: pg.Pool
  readonly outbound: Outbound
  readonly sealKey: string
}

/**
 * Sends a test event to an endpoint and returns its attempt. A gateway that runs may send it instead: then this waits
 * until it has. Throws the errors of `requestTest`.
 */
export async function sendTestNow(
  { prisma, pool, outbound, sealKey }: Parts,
  actor: Actor,
  endpointId: string,
): Promise<WebhookAttempt> {
  const now = databaseClock(pool)
  const id = await requestTest(prisma, actor, endpointId, await now())
  const feed = { read: readFeed, readEnd: readFeedEnd }
  const parts = { prisma, pool, outbound, sealKey, feed, now }
  await sendRequested(parts, id, new AbortController().signal)
  for (let look = 0; look < LOOKS; look++) {
    const attempt = await prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })
    if (attempt.result !== 'waiting') return attempt
    await sleep(LOOK_MS)
  }
  return prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })
}
