import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../access/address-limiter.ts'
import type { QuotaState } from '../access/quota.ts'
import type { Waiting } from './waiting-line.ts'

const MAX_KNOWN = 10_000

interface Known {
  readonly subject: string
  readonly quota: QuotaState | null
}

/** Whose request it probably is. */
export interface Probable extends Pick<Waiting, 'lane' | 'isKnown'> {
  /** What the caller's latest response showed, while that window lasts. A refusal shows it again. */
  readonly quota: QuotaState | null
}

/**
 * Whose request it probably is, before the caller is identified. It decides only who waits for whom:
 * every caller is identified after that.
 */
export class KnownCallers {
  /** The subject that was charged, by the hash of the credential of its last request. */
  readonly #callers = new LRUCache<string, Known>({ max: MAX_KNOWN })

  /**
   * The lane is that of the caller whose credential it presents, or that of its address. `credential` is its
   * fingerprint; null: it presents none.
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

  /** Remembers the caller of a request that has ended; forgets one whose credential was rejected. */
  remember(credential: string | null, response: Response): void {
    if (credential === null) return
    const { charged, quota } = response.locals.requestContext
    if (charged) this.#callers.set(credential, { subject: charged.subject, quota })
    else if (response.statusCode === 401) this.#callers.delete(credential)
  }
}

/** What stands for the credential of a request; null: it presents none. */
export function fingerprintOf({ headers }: Request): string | null {
  const credential = headers.authorization ?? headers.cookie
  return credential ? createHash('sha256').update(credential).digest('base64') : null
}
