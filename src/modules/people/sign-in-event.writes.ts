import type { PrismaClient } from '../../generated/prisma/client.ts'
import { MINUTE_MS } from '../../values/durations.ts'
import { createId } from '../../values/ids.ts'

export interface SignInEvent {
  readonly userId: string
  readonly action: string
  /** "ok", or the error code. */
  readonly outcome: string
  readonly address: string
  readonly agent: string
  readonly requestId: string
  readonly at: Date
}

/** Actions whose success is always recorded as a separate event. */
const NEVER_MERGED = ['sign_in', 'passkey_sign_in', 'second_step', 'sign_out', 'invitation']

/**
 * Records an event. A repeated event within the same minute and from the same address raises the count of the first
 * event, so that anonymous attempts cannot fill the table.
 */
export async function recordSignInEvent(
  prisma: Pick<PrismaClient, '$executeRaw'>,
  event: SignInEvent,
): Promise<void> {
  const id = createId('event')
  const { userId, action, outcome, address, agent, requestId, at } = event
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const isOwn = outcome === 'ok' && NEVER_MERGED.includes(action)
  const mergeKey = isOwn ? id : [userId, action, outcome, address, minute].join(' ')
  await prisma.$executeRaw`
    INSERT INTO sign_in_events (id, user_id, at, action, outcome, ip_address, user_agent, request_id, merge_key)
    VALUES (${id}, ${userId}, ${at}, ${action}, ${outcome}, ${address}, ${agent}, ${requestId}, ${mergeKey})
    ON CONFLICT (merge_key) DO UPDATE SET times = sign_in_events.times + 1`
}
