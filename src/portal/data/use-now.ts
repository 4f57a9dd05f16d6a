import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 15_000

const listeners = new Set<() => void>()
let ticks = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time of the server, shown anew while it passes. */
export function useNow(): number {
  useSyncExternalStore(subscribe, countTicks)
  return serverNow()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  ticks += 1
  for (const listener of listeners) listener()
}

function countTicks(): number {
  return ticks
}
