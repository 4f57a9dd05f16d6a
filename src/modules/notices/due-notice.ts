import type { LifeState } from '../../access/liveness.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { latest } from '../../values/instant.ts'
import { isInSecondHalf } from '../../values/term-half.ts'
import type { DueNotice } from '../grants/notice.writes.ts'

/** The reminders before an end, the latest first, with the number of days before the end. */
export const REMINDERS = [
  { kind: 'seven_days', days: 7 },
  { kind: 'thirty_days', days: 30 },
] as const

/** A mail about an end is sent within this number of days: a start after a long stop sends none about old ends. */
export const END_NEWS_DAYS = 7

/** The values that decide which notice of a grant is due. The states must be those at the same instant. */
export interface NoticeSubject
  extends Readonly<Pick<Grant, 'createdAt' | 'expiresAt' | 'revokedAt' | 'confirmedAt'>> {
  readonly state: LifeState
  readonly keyState: LifeState
  /** The instant of the last change of the terms, with the expiry. `updatedAt` of a grant is without it. */
  readonly changedAt: Date
  /** The instant at which the client last agreed to terms. */
  readonly consentedAt: Date | null
}

/** The notice of a grant that is due at `now`, whether it was sent or not; null if there is none. */
export function dueNotice(grant: NoticeSubject, now: Date): DueNotice | null {
  const endedAt = endOf(grant)
  if (endedAt !== null)
    return endedAt > daysBefore(now, END_NEWS_DAYS) ? { kind: 'end', dueAt: endedAt } : null
  // If the key has ended, the access has ended as well, so no reminder is needed.
  if (grant.keyState !== 'active') return null
  return grant.expiresAt === null ? yearlyNotice(grant, now) : reminder(grant, grant.expiresAt, now)
}

/** The instant a year after the client last agreed to a grant or confirmed it. Null if it has an end or has ended. */
export function reviewDueAt(grant: Omit<NoticeSubject, 'changedAt'>): Date | null {
  const isOpen = grant.state === 'active' && grant.keyState === 'active' && grant.expiresAt === null
  return isOpen ? addYears(lastAgreed(grant), 1) : null
}

function endOf({ state, revokedAt, expiresAt }: NoticeSubject): Date | null {
  if (state === 'revoked') return revokedAt
  return state === 'expired' ? expiresAt : null
}

// Terms that were set after the reminder became due need no reminder: the client has just chosen the end. Neither has the
// first half of a short access.
function reminder({ createdAt, changedAt }: NoticeSubject, expiresAt: Date, now: Date) {
  for (const { kind, days } of REMINDERS) {
    const dueAt = daysBefore(expiresAt, days)
    if (dueAt > now) continue
    const isLate = isInSecondHalf(createdAt.getTime(), expiresAt.getTime(), dueAt.getTime())
    return isLate && changedAt < dueAt ? { kind, dueAt } : null
  }
  return null
}

function yearlyNotice(grant: NoticeSubject, now: Date): DueNotice | null {
  const since = lastAgreed(grant)
  let years = now.getUTCFullYear() - since.getUTCFullYear()
  if (addYears(since, years) > now) years -= 1
  return years < 1 ? null : { kind: 'still_in_use', dueAt: addYears(since, years) }
}

function lastAgreed(grant: Pick<NoticeSubject, 'createdAt' | 'consentedAt' | 'confirmedAt'>): Date {
  return latest(grant.consentedAt ?? grant.createdAt, grant.confirmedAt)
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS)
}

// Years are counted in UTC. The year after a 29 February ends on 28 February.
function addYears(instant: Date, years: number): Date {
  const later = new Date(instant)
  later.setUTCFullYear(instant.getUTCFullYear() + years)
  if (later.getUTCMonth() !== instant.getUTCMonth()) later.setUTCDate(0)
  return later
}
