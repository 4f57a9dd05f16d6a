import type { GatewayError } from '../errors.ts'
import { createId, isRequestId } from '../values/ids.ts'
import { redactSecrets } from '../values/redact-secrets.ts'
import { networkOf } from './address-limiter.ts'
import type { Deadline } from './deadline.ts'
import type { QuotaState } from './quota.ts'
import type { RequestUsage } from './request-usage.ts'
import type { Pause } from './slices.ts'
import type { HeavyPlace } from './waiting/heavy-work.ts'
import type { Waiting } from './waiting/lanes.ts'
import type { Slot } from './waiting/slot.ts'

/** The operation of a GraphQL request, without its arguments and variables. */
export interface OperationInWords {
  readonly type: string
  readonly name: string | null
  readonly fields: readonly string[]
}

/** The state of one request, from its arrival to its response. */
export class RequestContext {
  readonly requestId: string
  readonly ip: string
  /** When the request arrived, by the clock of this process. Quotas count by it. */
  readonly arrivedAt: Date
  /**
   * The instant that counts as now. When the caller is identified, it is set to the clock of the database, so that
   * every process agrees on what has expired.
   */
  now: Date
  /** The state of the caller's window, for the headers of the response. */
  quota: QuotaState | null = null
  /** How many requests this one was counted as, in the window of `quota`. */
  cost = 0
  /** Whom this request was charged to: the subject of the limits, and the party that is responsible for the caller. */
  charged: { readonly subject: string; readonly party: string } | null = null
  /** The instant at which the response can change without a change of the data. Null: there is none. */
  cacheableUntil: Date | null = null
  /** Set when the API key is identified; null for other callers. */
  usage: RequestUsage | null = null
  /** The error with the highest status. A GraphQL response can have several errors, and a separate HTTP status. */
  error: GatewayError | null = null
  /** Whether a sandbox key asked for the outcome of the request. */
  isSimulated = false
  operation: OperationInWords | null = null
  /** Reads the caller's credential again, and throws if it has changed. Null for an anonymous caller. */
  credential: { recheck: () => Promise<void>; checkedAt: number } | null = null
  /** Whether the request has waited for something since its credential was read. */
  hasWaited = false
  deadline: Pick<Deadline, 'exclude'> | null = null
  slot: Pick<Slot, 'pause' | 'resume'> | null = null
  heavy: HeavyPlace | null = null
  /** Set for a document with very many fields: the pause after some of its assets, before the next are executed. */
  pause: Pause | null = null
  /** The length of a response that is written in parts, until its last part is written. */
  heldBytes = 0

  /** The id is the one that the client sent, if that has a valid form and contains no secret. */
  constructor(sentId: string | undefined, ip: string, now: Date) {
    const isUsable = sentId !== undefined && isRequestId(sentId) && redactSecrets(sentId) === sentId
    this.requestId = isUsable ? sentId : createId('request')
    this.ip = ip
    this.arrivedAt = now
    this.now = now
  }
}

/** Whom a request waits and is counted for: the one who was charged, or else the network of its address. */
export function ownerOf(
  { charged, ip }: Pick<RequestContext, 'charged' | 'ip'>,
  by: 'subject' | 'party',
): Waiting {
  return { party: charged?.[by] ?? networkOf(ip), isKnown: charged !== null }
}

/** Marks the response as dependent on the clock: it must not be cached past `instant`. */
export function limitCaching(requestContext: RequestContext, instant: Date): void {
  const { cacheableUntil } = requestContext
  if (cacheableUntil === null || instant < cacheableUntil) requestContext.cacheableUntil = instant
}
