import type { Purge } from './purge.writes.ts'

type Listener = (purge: Purge) => void

const listeners = new Set<Listener>()

/** Calls the listener with each purge of this process. Returns the function that removes the listener. */
export function onPurge(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function reportPurge(purge: Purge): void {
  for (const listener of listeners) listener(purge)
}
