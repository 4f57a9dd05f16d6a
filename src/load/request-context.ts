import type { ServerResponse } from 'node:http'
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
  /** The instant that counts as now: the database's, each time the caller is identified, so that all processes agree. */
  now: Date
  /** The state of the caller's window, for the headers of the response. */
  quota: QuotaState | null = null
  /** How many requests this one was counted as, in the window of `quota`. */
  cost = 0
  /** Whom it was charged to: the subject of the limits, and the party that is responsible for the caller. */
  charged: { readonly subject: string; readonly party: string } | null = null
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
  /** Whether a field waits for changes. Only one may: the request would hold its slot while the other fields wait. */
  waitsForChanges = false
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

type Callbacks = Set<() => void>

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS']
const byResponse = new WeakMap<ServerResponse, Callbacks>()

/**
 * Calls `callback` once, when the response or the connection is closed: Node closes only the first response when a
 * connection with several pipelined requests is cut. Returns a function that removes the callback.
 */
export function onRequestEnd(response: ServerResponse, callback: () => void): () => void {
  if (isRequestOver(response)) {
    callback()
    return () => {}
  }
  const callbacks = byResponse.get(response) ?? watch(response)
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

/** Whether the response was sent, or can no longer be sent. */
export function isRequestOver(response: ServerResponse): boolean {
  return response.closed || response.req.socket.destroyed
}

/** The status of a request that has ended: 499, as nginx has it, if the client disconnected before the response began. */
export function endStatusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 499
}

/** The method as a label. HEAD counts as GET, and a method that no path serves counts as `other`. */
export function methodLabel(method: string | undefined = ''): string {
  if (method === 'HEAD') return 'GET'
  return METHODS.includes(method) ? method : 'other'
}

// A request has more than ten callbacks. With a listener for each, Node warns of a leak.
function watch(response: ServerResponse): Callbacks {
  const callbacks: Callbacks = new Set()
  const { socket } = response.req
  const end = () => {
    response.off('close', end)
    socket.off('close', end)
    for (const call of callbacks) {
      // The end of a connection can be noticed twice.
      callbacks.delete(call)
      call()
    }
  }
  byResponse.set(response, callbacks)
  response.on('close', end)
  // A connection can have any number of pipelined requests.
  socket.setMaxListeners(0).on('close', end)
  return callbacks
}

// A request that takes longer than this, in milliseconds, counts as one that has waited.
const LONG_MS = 1_000

/** Waits. A wait of more than one turn of the event loop calls `onWait` and sets `hasWaited`: decisions may be outdated. */
export async function noteWait<Result>(
  requestContext: RequestContext,
  wait: Promise<Result>,
  onWait = () => {},
): Promise<Result> {
  // A result that is available at once arrives before this callback runs.
  const noting = setImmediate(() => {
    requestContext.hasWaited = true
    onWait()
  })
  try {
    return await wait
  } finally {
    clearImmediate(noting)
  }
}

/** Stores the function that reads the credential of the request again. Call it directly after the first read. */
export function setRecheck(requestContext: RequestContext, recheck: () => Promise<void>): void {
  requestContext.credential = { recheck, checkedAt: performance.now() }
}

/**
 * Reads the credential of a request again if the request has waited since the last read. Throws the error of a first
 * read, or `service_unavailable` if the caller or a grant has other terms than before. After an error, every later call
 * throws it again and reads nothing: the caller stays rejected, and one failed credential is counted.
 */
export async function recheckCaller(requestContext: RequestContext): Promise<void> {
  const { credential } = requestContext
  if (!requestContext.hasWaited || !credential) return
  try {
    await credential.recheck()
  } catch (thrown) {
    credential.recheck = () => Promise.reject(thrown)
    throw thrown
  }
  credential.checkedAt = performance.now()
  requestContext.hasWaited = false
}

/** The same before a response is sent: heavy work, and more than a second since the last read, count as waiting. */
export async function recheckCallerAtEnd(requestContext: RequestContext): Promise<void> {
  const { credential, heavy } = requestContext
  if (heavy || (credential && performance.now() - credential.checkedAt > LONG_MS))
    requestContext.hasWaited = true
  await recheckCaller(requestContext)
}
