import type { LifeState } from '../../access/liveness.ts'
import type { NoticeKind } from '../../generated/prisma/client.ts'

const DAY_MS = 86_400_000

/** The notices before an end, the latest first, each so many days before it. */
export const REMINDERS = [
  { kind: 'seven_days', days: 7 },
  { kind: 'thirty_days', days: 30 },
] as const

/** How long an end is news. Later, as after an upgrade, no mail tells of it any more. */
export const END_NEWS_DAYS = 7

/** What decides which notice of a grant is due. The states are those of the same instant. */
export interface NoticeSubject {
  readonly state: LifeState
  readonly keyState: LifeState
  readonly createdAt: Date
  /** Since when these terms hold. */
  readonly updatedAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** When the client last agreed to terms, and last said that the grant is still in use. */
  readonly consentedAt: Date | null
  readonly confirmedAt: Date | null
}

export interface DueNotice {
  readonly kind: NoticeKind
  /** The instant that made it due, which tells it from another one of the same kind. */
  readonly dueAt: Date
}

/** The notice of a grant that is due at `now`, whether it was sent or not; null if there is none. */
export function dueNotice(grant: NoticeSubject, now: Date): DueNotice | null {
  const endedAt = endOf(grant)
  if (endedAt !== null)
    return endedAt > daysBefore(now, END_NEWS_DAYS) ? { kind: 'end', dueAt: endedAt } : null
  // What a key that has ended could read ends as well: there is nothing to be reminded of.
  if (grant.keyState !== 'active') return null
  return grant.expiresAt === null ? yearlyNotice(grant, now) : reminder(grant, grant.expiresAt, now)
}

/**
 * When the client is first asked whether a grant without an end is still in use: a year after they
 * last agreed to it or said so. Null for a grant that has an end or has ended.
 */
export function reviewDueAt(grant: NoticeSubject): Date | null {
  const isOpen = grant.state === 'active' && grant.keyState === 'active' && grant.expiresAt === null
  return isOpen ? addYears(lastAgreed(grant), 1) : null
}

function endOf({ state, revokedAt, expiresAt }: NoticeSubject): Date | null {
  if (state === 'revoked') return revokedAt
  return state === 'expired' ? expiresAt : null
}

// Terms that were set within the time of a reminder need none: their end was chosen just now.
function reminder({ updatedAt }: NoticeSubject, expiresAt: Date, now: Date): DueNotice | null {
  for (const { kind, days } of REMINDERS) {
    const dueAt = daysBefore(expiresAt, days)
    if (dueAt <= now) return updatedAt < dueAt ? { kind, dueAt } : null
  }
  return null
}

function yearlyNotice(grant: NoticeSubject, now: Date): DueNotice | null {
  const since = lastAgreed(grant)
  let years = now.getUTCFullYear() - since.getUTCFullYear()
  if (addYears(since, years) > now) years -= 1
  return years < 1 ? null : { kind: 'still_in_use', dueAt: addYears(since, years) }
}

function lastAgreed({ createdAt, consentedAt, confirmedAt }: NoticeSubject): Date {
  const known = [consentedAt, confirmedAt].flatMap((at) => at ?? [])
  const latest = known.sort((one, other) => other.getTime() - one.getTime())[0]
  return latest ?? createdAt
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS)
}

// In UTC. The year after a 29 February ends on a 28 February.
function addYears(instant: Date, years: number): Date {
  const later = new Date(instant)
  later.setUTCFullYear(instant.getUTCFullYear() + years)
  if (later.getUTCMonth() !== instant.getUTCMonth()) later.setUTCDate(0)
  return later
}
