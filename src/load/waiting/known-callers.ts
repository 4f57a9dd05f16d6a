import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { QuotaState } from '../quota.ts'
import { ownerOf, type RequestContext } from '../request-context.ts'
import type { Waiting } from './lanes.ts'

const MAX_KNOWN = 10_000

/** The probable caller of a request. */
interface Probable extends Waiting {
  /** The state that the caller's latest response showed, if its window has not ended. A refusal shows it again. */
  readonly quota: QuotaState | null
}

/**
 * Finds the probable caller of a request before the caller is identified. The result only decides the order of waiting
 * requests. Every caller is identified afterwards.
 */
export class KnownCallers {
  /** The subject that was charged, by the hash of the credential of its last request. */
  readonly #callers = new LRUCache<string, Probable>({ max: MAX_KNOWN })

  /** The caller that sent this credential before, or else the address. `credential` is a fingerprint. */
  find(credential: string | null, requestContext: RequestContext): Probable {
    const known = credential === null ? undefined : this.#callers.get(credential)
    if (!known) return { ...ownerOf(requestContext, 'subject'), quota: null }
    const isCurrent = known.quota !== null && known.quota.resetAt > requestContext.arrivedAt
    return isCurrent ? known : { ...known, quota: null }
  }

  /** Stores the caller of a request that has ended. Removes it if the credential was rejected. */
  remember(credential: string | null, { statusCode, locals }: Response): void {
    if (credential === null) return
    const { charged, quota } = locals.requestContext
    if (charged) this.#callers.set(credential, { party: charged.subject, isKnown: true, quota })
    else if (statusCode === 401) this.#callers.delete(credential)
  }
}

/** A hash of the credential of a request. Null: the request sent none. */
export function fingerprintOf({ headers }: Request): string | null {
  const credential = headers.authorization ?? headers.cookie
  return credential ? createHash('sha256').update(credential).digest('base64') : null
}
