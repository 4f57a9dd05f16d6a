import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { networkOf } from './address-limiter.ts'
import type { QuotaState } from './quota.ts'
import type { Waiting } from './waiting-line.ts'

const MAX_KNOWN = 10_000

interface Known {
  readonly subject: string
  readonly quota: QuotaState | null
}

/** The probable caller of a request. */
interface Probable extends Pick<Waiting, 'lane' | 'isKnown'> {
  /** The state that the caller's latest response showed, if its window has not ended. A refusal shows it again. */
  readonly quota: QuotaState | null
}

/**
 * Finds the probable caller of a request before the caller is identified. The result only decides the order of waiting
 * requests. Every caller is identified afterwards.
 */
export class KnownCallers {
  /** The subject that was charged, by the hash of the credential of its last request. */
  readonly #callers = new LRUCache<string, Known>({ max: MAX_KNOWN })

  /**
   * The lane belongs to the caller whose credential the request sent, or else to the address. `credential` is the
   * fingerprint of the credential; null: the request sent none.
   */
  find(credential: string | null, response: Response): Probable {
    const { ip, arrivedAt } = response.locals.requestContext
    const known = credential === null ? undefined : this.#callers.get(credential)
    if (!known) return { lane: networkOf(ip), isKnown: false, quota: null }
    const { subject, quota } = known
    return {
      lane: subject,
      isKnown: true,
      quota: quota && quota.resetAt > arrivedAt ? quota : null,
    }
  }

  /** Stores the caller of a request that has ended. Removes it if the credential was rejected. */
  remember(credential: string | null, response: Response): void {
    if (credential === null) return
    const { charged, quota } = response.locals.requestContext
    if (charged) this.#callers.set(credential, { subject: charged.subject, quota })
    else if (response.statusCode === 401) this.#callers.delete(credential)
  }
}

/** A hash of the credential of a request. Null: the request sent none. */
export function fingerprintOf({ headers }: Request): string | null {
  const credential = headers.authorization ?? headers.cookie
  return credential ? createHash('sha256').update(credential).digest('base64') : null
}
