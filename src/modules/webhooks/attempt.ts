import type { WebhookAttempt, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { WebhookResult } from '../../generated/prisma/enums.ts'
import { measured } from '../../measured.ts'
import { type Line, type Posted, post } from '../../outbound/post.ts'
import { type FeedEntry, feedEntryBody } from '../changes/feed.reads.ts'
import type { DeliveryParts } from './delivery.ts'
import { openSecret, signedHeaders } from './signing.ts'
import { MAX_ASKED_WAIT_MS } from './webhook-rules.ts'

type AttemptResult = Exclude<WebhookResult, 'waiting'>

export const ATTEMPT_RESULTS: readonly AttemptResult[] = Object.values(WebhookResult).filter(
  (result) => result !== 'waiting',
)

export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** The event with which an entry of a feed is sent. */
export function eventOfEntry(entry: FeedEntry): WebhookEvent {
  return { id: entry.id, type: entry.type, body: JSON.stringify(feedEntryBody(entry)) }
}

export interface SentAttempt {
  readonly at: Date
  readonly result: AttemptResult
  /** Null: there was no answer. */
  readonly status: number | null
  readonly milliseconds: number
  /** How long the receiver asked the gateway to wait before the next try. */
  readonly askedWaitMs: number
}

/** The event of an attempt. The place is null for a test event, and the base for one of an earlier release. */
export type EventOfAttempt = Pick<
  WebhookAttempt,
  'entryId' | 'type' | 'generation' | 'position' | 'base'
>

interface AttemptParts extends Pick<DeliveryParts, 'outbound' | 'sealKey'> {
  readonly line?: Line
}

/** Sends an event to an endpoint once. Null: the signal ended the request, and its result is not known. */
export async function attemptEvent(
  { outbound, sealKey, line }: AttemptParts,
  endpoint: WebhookEndpoint,
  event: WebhookEvent,
  at: Date,
  signal: AbortSignal,
): Promise<SentAttempt | null> {
  const since = performance.now()
  const headers = signedHeaders(event, signingSecrets(endpoint, sealKey, at), at)
  const posted = await post(
    outbound,
    { line, url: endpoint.url, headers, body: event.body },
    signal,
  )
  const result = resultOf(posted)
  if (result === null) return null
  measured.emit('webhookAttempt', result)
  return {
    at,
    result,
    status: 'status' in posted ? posted.status : null,
    milliseconds: Math.round(performance.now() - since),
    askedWaitMs: 'status' in posted ? askedWait(posted.retryAfter, at) : 0,
  }
}

/** The wait that a header `Retry-After` asks for, in seconds or with a date, at most a day. 0: it asks for none. */
export function askedWait(retryAfter: string | null, at: Date): number {
  const text = retryAfter?.trim() ?? ''
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - at.getTime()
  return Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(milliseconds, 0), MAX_ASKED_WAIT_MS)
}

// The newest, and for a day after a roll the one before.
function signingSecrets(endpoint: WebhookEndpoint, sealKey: string, at: Date): string[] {
  const { id, sealedSecret, sealedPrevious, previousUntil } = endpoint
  const isInOverlap = previousUntil !== null && at < previousUntil
  const sealed = isInOverlap && sealedPrevious ? [sealedSecret, sealedPrevious] : [sealedSecret]
  return sealed.map((each) => openSecret(each, id, sealKey))
}

function resultOf(posted: Posted): AttemptResult | null {
  if ('aborted' in posted) return null
  if ('failure' in posted) return posted.failure
  return posted.status >= 200 && posted.status < 300 ? 'delivered' : 'rejected'
}
