import { GatewayError } from '../errors.ts'
import type { AddressLimiter, CredentialAttempt } from './address-limiter.ts'
import type { StoredCredential } from './live-credentials.reads.ts'
import type { RequestContext } from './request-context.ts'

const MAX_KNOWN = 10_000

/**
 * Reads who holds a credential. `read` throws a 401 for one that is not good; what else it throws
 * is no failure of the credential and is not counted.
 */
export type CredentialLookup = <Found>(
  requestContext: RequestContext,
  credential: StoredCredential,
  read: () => Promise<Found>,
) => Promise<Found>

/**
 * Keeps guesses from the database. A credential is counted as failed before it is read, and given
 * back once it proves good. Past the address's limit it is read only where `isLive` has found it,
 * so a good credential is never refused for what its neighbours did. Every read is the request's own.
 */
export function createCredentialLookup(
  buckets: AddressLimiter,
  isLive: (credential: StoredCredential) => Promise<boolean>,
): CredentialLookup {
  // Seen to be good. It saves counting and decides nothing else.
  const known = new Set<string>()

  function remember(fingerprint: string): void {
    if (known.size >= MAX_KNOWN) known.clear()
    known.add(fingerprint)
  }

  return async (requestContext, credential, read) => {
    const { fingerprint } = credential
    if (known.has(fingerprint)) {
      return read().catch(async (thrown) => {
        if (!isCredentialError(thrown)) throw thrown
        known.delete(fingerprint)
        throw (await buckets.countCredential(requestContext)).toError(thrown)
      })
    }
    const attempt = await buckets.countCredential(requestContext)
    return settle(attempt, async () => {
      if (attempt.exceeded && !(await isLive(credential))) throw notLive()
      const found = await read()
      remember(fingerprint)
      return found
    })
  }
}

async function settle<Found>(
  attempt: CredentialAttempt,
  work: () => Promise<Found>,
): Promise<Found> {
  const found = await work().catch(async (thrown) => {
    if (isCredentialError(thrown)) throw attempt.toError(thrown)
    await attempt.refund()
    throw thrown
  })
  await attempt.refund()
  return found
}

function isCredentialError(thrown: unknown): thrown is GatewayError {
  return thrown instanceof GatewayError && thrown.status === 401
}

// Never shown: past the limit the answer is 429.
const notLive = () => new GatewayError('invalid_api_key', 'The credential is not valid.')
