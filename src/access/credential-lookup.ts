import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'
import type { AddressLimiter } from '../load/address-limiter.ts'
import type { RequestContext } from '../load/request-context.ts'
import { inSpan } from '../spans.ts'
import type { StoredCredential } from './live-credentials.reads.ts'

const MAX_KNOWN = 10_000

/**
 * Protects the database from guessed credentials. The function that it returns runs `read`, which finds the holder of a
 * credential. A 401 from `read` is a failed credential and is counted. Any other error is not. A credential is counted
 * as failed before it is read, and the count is taken back if it is valid. When the address is over its limit, a
 * credential is read only if `isLive` finds it, so a valid credential is never rejected because of other clients at its
 * address. Requests never share the result of `read`.
 */
export function createCredentialLookup(
  addressLimiter: AddressLimiter,
  isLive: (credential: StoredCredential) => Promise<boolean>,
) {
  // Credentials that were valid at their last use. They are not counted as failed before they are read.
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })

  return <Found>(
    requestContext: RequestContext,
    credential: StoredCredential,
    read: () => Promise<Found>,
  ): Promise<Found> => {
    const { kind, fingerprint } = credential
    const describe = () => ({ name: 'identify', facts: { 'orangery.credential': kind } })
    return inSpan(describe, async () => {
      if (known.get(fingerprint)) {
        return read().catch(async (thrown) => {
          if (!isCredentialError(thrown)) throw thrown
          known.delete(fingerprint)
          throw (await addressLimiter.countCredential(requestContext)).toError(thrown)
        })
      }
      const attempt = await addressLimiter.countCredential(requestContext)
      const readLive = async () => {
        if (attempt.exceeded && !(await isLive(credential))) throw notLive()
        return read()
      }
      const found = await readLive().catch(async (thrown) => {
        if (isCredentialError(thrown)) throw attempt.toError(thrown)
        await attempt.refund()
        throw thrown
      })
      known.set(fingerprint, true)
      await attempt.refund()
      return found
    })
  }
}

function isCredentialError(thrown: unknown): thrown is GatewayError {
  return thrown instanceof GatewayError && thrown.status === 401
}

// Never sent: over the limit the response is a 429.
const notLive = () => new GatewayError('invalid_api_key', 'The credential is not valid.')
