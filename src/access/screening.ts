import { setTimeout as pause } from 'node:timers/promises'
import { GatewayError } from '../errors.ts'
import type { StoredCredential } from './live-credentials.reads.ts'

const MOST_AT_ONCE = 1_000
const MOST_WAITING = 10_000
const PAUSE_MS = 20

interface Waiting {
  readonly credential: StoredCredential
  readonly resolve: (live: boolean) => void
  readonly reject: (thrown: unknown) => void
}

/**
 * Says which of the credentials that come in are live, many with one statement, one statement at a
 * time and with a pause between: however many guesses come from however many addresses, they cost
 * the database 50 statements a second, and a good credential among them waits for the next one.
 * Throws `service_unavailable` where the database does not keep up.
 */
export function createScreening(
  findLive: (credentials: readonly StoredCredential[]) => Promise<ReadonlySet<string>>,
): (credential: StoredCredential) => Promise<boolean> {
  const waiting: Waiting[] = []
  let working = false

  async function answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const live = await findLive(batch.map(({ credential }) => credential))
      for (const { credential, resolve } of batch) resolve(live.has(credential.mark))
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown)
    }
  }

  async function work(): Promise<void> {
    working = true
    while (waiting.length > 0) {
      await answer(waiting.splice(0, MOST_AT_ONCE))
      await pause(PAUSE_MS)
    }
    working = false
  }

  return (credential) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MOST_WAITING) return reject(overloaded())
      waiting.push({ credential, resolve, reject })
      if (!working) void work()
    })
}

function overloaded(): GatewayError {
  return new GatewayError(
    'service_unavailable',
    'The service is not available for the moment. Try again shortly.',
    { headers: { 'Retry-After': '2' } },
  )
}
