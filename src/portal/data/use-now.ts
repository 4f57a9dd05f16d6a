import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 15_000

/** The time of the server, shown anew while it passes. */
export function useNow(): number {
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return serverNow()
}
