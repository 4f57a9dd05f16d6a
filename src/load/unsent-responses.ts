import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { groupBy } from '../values/group-by.ts'
import { onRequestEnd, ownerOf, type RequestContext } from './request-context.ts'

const LIMITS = {
  /** A client that takes nothing of its response for so long is disconnected. */
  stalledMs: 30_000,
  /** The bytes that all unsent responses together may take. Above this limit, clients are disconnected. */
  maxBytes: 256 * 2 ** 20,
  /** The interval at which the bytes are summed. */
  intervalMs: 1_000,
}

export type UnsentLimits = Readonly<typeof LIMITS>

/**
 * Disconnects clients that do not read their responses, whose bytes the process would hold. If all together hold too
 * much, the caller with the most loses its oldest, so that nobody ends the slow downloads of another.
 */
export function limitUnsent(log: Logger, limits: Partial<UnsentLimits> = {}): RequestHandler {
  const { stalledMs, maxBytes, intervalMs } = { ...LIMITS, ...limits }
  const open = new Set<Response>()
  let timer: NodeJS.Timeout | null = null

  const disconnect = (response: Response, reason: 'stalled' | 'too many bytes') => {
    const { requestId } = response.locals.requestContext
    const bytes = unsentBytes(response)
    log.warn({ request_id: requestId, bytes, reason }, 'the client does not read its response')
    response.req.socket.destroy()
    open.delete(response)
  }
  const check = () => {
    for (const response of findExcess(open, maxBytes)) disconnect(response, 'too many bytes')
    timer = open.size > 0 ? setTimeout(check, intervalMs).unref() : null
  }
  return (_request, response, next) => {
    open.add(response)
    onRequestEnd(response, () => open.delete(response))
    if (timer === null) timer = setTimeout(check, intervalMs).unref()
    // Node calls this only if the connection took no bytes in either direction for that time. While the response is
    // being created, other limits apply.
    response.setTimeout(stalledMs, () => {
      if (response.writableLength > 0) disconnect(response, 'stalled')
    })
    next()
  }
}

/** The members of a response that show its caller and its number of unsent bytes. */
export interface Unsent extends Pick<Response, 'writableLength'> {
  readonly locals: { requestContext: Pick<RequestContext, 'charged' | 'ip' | 'heldBytes'> }
}

/** The responses to disconnect so that the others hold at most `maxBytes`. `open` is in order of arrival. */
export function findExcess<Each extends Unsent>(open: Iterable<Each>, maxBytes: number): Each[] {
  const unsent = [...open].filter((response) => unsentBytes(response) > 0)
  let total = sum(unsent)
  if (total <= maxBytes) return []
  const callerOf = ({ locals }: Each) => ownerOf(locals.requestContext, 'subject').party
  const byCaller: Each[][] = [...groupBy(unsent, callerOf).values()]
  const excess: Each[] = []
  while (total > maxBytes) {
    const greediest = byCaller.reduce((most, each) => (sum(each) > sum(most) ? each : most))
    const oldest = greediest.shift()
    if (!oldest) break
    excess.push(oldest)
    total -= unsentBytes(oldest)
  }
  return excess
}

function sum(responses: readonly Unsent[]): number {
  return responses.reduce((total, response) => total + unsentBytes(response), 0)
}

function unsentBytes({ writableLength, locals }: Unsent): number {
  return Math.max(writableLength, locals.requestContext.heldBytes)
}
