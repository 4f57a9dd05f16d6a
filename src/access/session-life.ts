const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Life {
  /** After this long without a request the session has ended. */
  readonly idleMs: number
  /** After this long it has ended, however much it was used. */
  readonly mostMs: number
}

/** How long a session lives. Staff read every portfolio: theirs is shorter. */
export const SESSION_LIFE: Readonly<Record<'person' | 'staff', Life>> = {
  person: { idleMs: 2 * HOUR_MS, mostMs: 7 * DAY_MS },
  staff: { idleMs: 30 * MINUTE_MS, mostMs: 12 * HOUR_MS },
}

/** Its use is written down again after this long. */
export const ACTIVITY_STEP_MS = MINUTE_MS

/** What decides when a session ends. */
export interface SessionClock {
  readonly createdAt: Date
  readonly activeAt: Date
  /** What it was begun with; shorter where the browser was not to be remembered. */
  readonly expiresAt: Date
}

/** When a session ends unless it is used before. */
export function endOfSession(clock: SessionClock, isStaff: boolean): Date {
  const { idleMs, mostMs } = SESSION_LIFE[isStaff ? 'staff' : 'person']
  const ends = [
    clock.expiresAt.getTime(),
    clock.createdAt.getTime() + mostMs,
    clock.activeAt.getTime() + idleMs,
  ]
  return new Date(Math.min(...ends))
}
