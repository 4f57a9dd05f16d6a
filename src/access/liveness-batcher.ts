import { setTimeout as pause } from 'node:timers/promises'
import { serviceUnavailable } from '../errors.ts'
import type { StoredCredential } from './live-credentials.reads.ts'

const MAX_BATCH = 1_000
const MAX_QUEUE = 10_000
const PAUSE_MS = 20

interface QueuedCheck {
  readonly credential: StoredCredential
  readonly resolve: (live: boolean) => void
  readonly reject: (thrown: unknown) => void
}

/**
 * Checks whether credentials are live, many in one statement. It runs one statement at a time with a
 * pause after each, so guessed credentials cost the database at most 50 statements a second, however
 * many addresses they come from. Throws `service_unavailable` if the queue is full.
 */
export function createLivenessBatcher(
  findLive: (credentials: readonly StoredCredential[]) => Promise<ReadonlySet<string>>,
): (credential: StoredCredential) => Promise<boolean> {
  const queue: QueuedCheck[] = []
  let running = false

  async function runBatch(batch: readonly QueuedCheck[]): Promise<void> {
    try {
      const live = await findLive(batch.map(({ credential }) => credential))
      for (const { credential, resolve } of batch) resolve(live.has(credential.fingerprint))
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown)
    }
  }

  async function drainQueue(): Promise<void> {
    running = true
    while (queue.length > 0) {
      await runBatch(queue.splice(0, MAX_BATCH))
      await pause(PAUSE_MS)
    }
    running = false
  }

  return (credential) =>
    new Promise((resolve, reject) => {
      if (queue.length >= MAX_QUEUE) return reject(serviceUnavailable())
      queue.push({ credential, resolve, reject })
      if (!running) void drainQueue()
    })
}
