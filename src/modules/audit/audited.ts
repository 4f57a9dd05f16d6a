import { afterCommit, type Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { AuditAction } from './actions.ts'

type Listener = (actions: readonly AuditAction[]) => void

const listeners = new Set<Listener>()

/**
 * Calls the listener with the actions of each change that this process has committed. Returns the function that removes
 * the listener.
 */
export function onAudited(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls the listeners with these actions when their change is committed. */
export function reportAudited(
  tx: PrismaClient | Transaction,
  actions: readonly AuditAction[],
): void {
  if (listeners.size === 0) return
  afterCommit(tx, () => {
    for (const listener of listeners) listener(actions)
  })
}
