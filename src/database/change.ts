import { AsyncLocalStorage } from 'node:async_hooks'
import { isCollision, stateConflict } from '../errors.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

export type Transaction = Prisma.TransactionClient

const beforeCommit = new AsyncLocalStorage<() => void>()

/** Runs `work`. Each change in it calls `check` before its commit, and makes nothing if that throws. */
export function checkCommits<Result>(check: () => void, work: () => Result): Result {
  return beforeCommit.run(check, work)
}

const callbacks = new WeakMap<object, (() => void)[]>()

/** Calls `callback` when the change of this transaction is committed. Outside of a change it calls it at once. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const waiting = callbacks.get(tx)
  if (waiting) waiting.push(callback)
  else callback()
}

/**
 * Runs a change and its audit event in one transaction. A violation of a unique index becomes
 * `state_conflict` with the message `taken`, if there is one.
 */
export async function change<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
  taken?: string,
): Promise<Result> {
  try {
    const onCommit: (() => void)[] = []
    const run = async (tx: Transaction) => {
      callbacks.set(tx, onCommit)
      const result = await work(tx)
      beforeCommit.getStore()?.()
      return result
    }
    const result = await prisma.$transaction(run)
    for (const callback of onCommit) callback()
    return result
  } catch (thrown) {
    if (taken === undefined || !isCollision(thrown)) throw thrown
    throw stateConflict(taken, { cause: thrown })
  }
}
