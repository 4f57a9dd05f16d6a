import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../access/address-limiter.ts'
import type { Waiting } from './waiting-line.ts'

const MAX_KNOWN = 10_000

/**
 * Whose request it probably is, before the caller is identified. It decides only who waits for whom:
 * every caller is identified after that.
 */
export class KnownCallers {
  /** The subject that was charged, by the hash of the credential of its last request. */
  readonly #subjects = new LRUCache<string, string>({ max: MAX_KNOWN })

  /** The lane of a request: that of the caller whose credential it presents, or that of its address. */
  laneOf(request: Request, response: Response): Pick<Waiting, 'lane' | 'isKnown'> {
    const credential = fingerprintOf(request)
    const subject = credential === null ? undefined : this.#subjects.get(credential)
    if (subject !== undefined) return { lane: subject, isKnown: true }
    return { lane: networkOf(response.locals.requestContext.ip), isKnown: false }
  }

  /** Remembers the caller of a request that has ended; forgets one whose credential was rejected. */
  remember(request: Request, response: Response): void {
    const credential = fingerprintOf(request)
    if (credential === null) return
    const { charged } = response.locals.requestContext
    if (charged) this.#subjects.set(credential, charged.subject)
    else if (response.statusCode === 401) this.#subjects.delete(credential)
  }
}

function fingerprintOf({ headers }: Request): string | null {
  const credential = headers.authorization ?? headers.cookie
  return credential ? createHash('sha256').update(credential).digest('base64') : null
}
