import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codesOf } from '../errors.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { endBlockers } from './blockers.ts'
import { change, type Transaction } from './change.ts'

// Together they are less than the time limit of a transaction.
const FIRST_WAIT_MS = 2_000
const SECOND_WAIT_MS = 5_000
const WATCH_MS = 100

const watching = new WeakMap<PrismaClient, readonly pg.Pool[]>()

/**
 * Sets the pools that revocations of the Prisma client use to end sessions that block them. The first pool must have
 * the role of the Prisma client.
 */
export function watchRevocations(prisma: PrismaClient, pools: readonly pg.Pool[]): void {
  watching.set(prisma, pools)
}

/**
 * Runs a change that takes access away. Other sessions must not delay it. It waits for locks for two seconds. Then it
 * runs again, and ends every session of this program that it waits for: a frozen process, or one on a disconnected
 * host, would keep its locks. So `work` can run twice. Otherwise the same as `change`.
 */
export async function revocation<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
  taken?: string,
): Promise<Result> {
  const limited = async (tx: Transaction) => {
    await limitWait(tx, FIRST_WAIT_MS)
    return work(tx)
  }
  try {
    return await change(prisma, limited, taken)
  } catch (thrown) {
    if (!isLockHeld(thrown)) throw thrown
  }
  const unhindered = async (tx: Transaction) => {
    const stopWatching = watch(watching.get(prisma) ?? [], await limitWait(tx, SECOND_WAIT_MS))
    // Stops before the transaction ends, because its session then serves other transactions.
    return work(tx).finally(stopWatching)
  }
  return change(prisma, unhindered, taken)
}

// Limits how long statements of the transaction wait for a lock, and returns the process id of its session. Revocations
// end only sessions with the name of the gateway or of an import, so the other name protects this one.
async function limitWait(tx: Transaction, milliseconds: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ pid: number }[]>`
    SELECT pg_backend_pid() AS pid, set_config('lock_timeout', ${String(milliseconds)}, true),
           set_config('application_name', 'orangery revocation', true)`
  return row?.pid ?? 0
}

function watch(pools: readonly pg.Pool[], waiting: number): () => Promise<void> {
  const reported = new Set<string>()
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      // After a failure, the revocation still has its limit.
      await endBlockers(pools, waiting, reported).catch(() => {})
      await sleep(WATCH_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const done = run()
  return () => {
    stopped.abort()
    return done
  }
}

/** Whether a statement has waited for a lock for as long as its transaction allows. */
export function isLockHeld(thrown: unknown): boolean {
  const lockNotAvailable = '55P03'
  return thrown instanceof Error && codesOf(thrown).includes(lockNotAvailable)
}
