import { setTimeout as pause } from 'node:timers/promises'
import { GatewayError } from '../errors.ts'
import type { StoredCredential } from './live-credentials.reads.ts'

const MAX_BATCH = 1_000
const MAX_QUEUE = 10_000
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
export function createLivenessBatcher(
  findLive: (credentials: readonly StoredCredential[]) => Promise<ReadonlySet<string>>,
): (credential: StoredCredential) => Promise<boolean> {
  const waiting: Waiting[] = []
  let working = false

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const live = await findLive(batch.map(({ credential }) => credential))
      for (const { credential, resolve } of batch) resolve(live.has(credential.fingerprint))
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown)
    }
  }

  async function drainQueue(): Promise<void> {
    working = true
    while (waiting.length > 0) {
      await runBatch(waiting.splice(0, MAX_BATCH))
      await pause(PAUSE_MS)
    }
    working = false
  }

  return (credential) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_QUEUE) return reject(overloaded())
      waiting.push({ credential, resolve, reject })
      if (!working) void drainQueue()
    })
}

function overloaded(): GatewayError {
  return new GatewayError(
    'service_unavailable',
    'The service is not available for the moment. Try again shortly.',
    { headers: { 'Retry-After': '2' } },
  )
}
