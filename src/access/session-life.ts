const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Life {
  /** The session ends after this time without a request. */
  readonly idleMs: number
  /** The session ends after this time, even if it is used. */
  readonly maxMs: number
}

/** How long a session lives. The session of staff is shorter: they can read every portfolio. */
const SESSION_LIFE: Readonly<Record<'person' | 'staff', Life>> = {
  person: { idleMs: 2 * HOUR_MS, maxMs: 7 * DAY_MS },
  staff: { idleMs: 30 * MINUTE_MS, maxMs: 12 * HOUR_MS },
}

/** The time of last use is written at most once in this time. */
export const ACTIVITY_STEP_MS = MINUTE_MS

/** The instants that decide when a session ends. */
interface SessionClock {
  readonly createdAt: Date
  readonly activeAt: Date
  /** Set at sign-in: after the longest life, or earlier if the person chose not to be remembered. */
  readonly expiresAt: Date
}

/** When a session ends if it is not used again. */
export function endOfSession(clock: SessionClock, isStaff: boolean): Date {
  const { idleMs, maxMs } = SESSION_LIFE[isStaff ? 'staff' : 'person']
  const ends = [
    clock.expiresAt.getTime(),
    clock.createdAt.getTime() + maxMs,
    clock.activeAt.getTime() + idleMs,
  ]
  return new Date(Math.min(...ends))
}
