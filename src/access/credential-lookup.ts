import { GatewayError } from '../errors.ts'
import type { AddressBuckets, Attempt } from './address-buckets.ts'
import type { Exchange } from './exchange.ts'
import type { StoredCredential } from './live-credentials.reads.ts'

const MOST_KNOWN = 10_000

/**
 * Reads who holds a credential. `read` throws a 401 for one that is not good; what else it throws
 * is no failure of the credential and is not counted.
 */
export type LookUp = <Found>(
  exchange: Exchange,
  credential: StoredCredential,
  read: () => Promise<Found>,
) => Promise<Found>

/**
 * Keeps guesses from the database. A credential is counted as failed before it is read, and given
 * back once it proves good. Past the address's limit it is read only where `isLive` has found it,
 * so a good credential is never refused for what its neighbours did. Every read is the request's own.
 */
export function createLookUp(
  buckets: AddressBuckets,
  isLive: (credential: StoredCredential) => Promise<boolean>,
): LookUp {
  // Seen to be good. It saves counting and decides nothing else.
  const known = new Set<string>()

  function remember(mark: string): void {
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(mark)
  }

  return async (exchange, credential, read) => {
    const { mark } = credential
    if (known.has(mark)) {
      return read().catch(async (thrown) => {
        if (!isCredentialRefusal(thrown)) throw thrown
        known.delete(mark)
        throw (await buckets.beginAttempt(exchange)).refuse(thrown)
      })
    }
    const attempt = await buckets.beginAttempt(exchange)
    return settle(attempt, async () => {
      if (attempt.exceeded && !(await isLive(credential))) throw notLive()
      const found = await read()
      remember(mark)
      return found
    })
  }
}

async function settle<Found>(attempt: Attempt, work: () => Promise<Found>): Promise<Found> {
  const found = await work().catch(async (thrown) => {
    if (isCredentialRefusal(thrown)) throw attempt.refuse(thrown)
    await attempt.giveBack()
    throw thrown
  })
  await attempt.giveBack()
  return found
}

function isCredentialRefusal(thrown: unknown): thrown is GatewayError {
  return thrown instanceof GatewayError && thrown.status === 401
}

// Never shown: past the limit the answer is 429.
const notLive = () => new GatewayError('invalid_api_key', 'The credential is not valid.')
