import { expect, test } from 'vitest'
import {
  dueNotice,
  type NoticeSubject,
  reviewDueAt,
} from '../../../src/modules/notices/due-notice.ts'

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text)

const GIVEN = at('2027-01-01')
const OPEN: NoticeSubject = {
  ...{ state: 'active', keyState: 'active', createdAt: GIVEN, changedAt: GIVEN },
  ...{ expiresAt: null, revokedAt: null, consentedAt: GIVEN, confirmedAt: null },
}
const ENDING = { ...OPEN, expiresAt: at('2028-03-15') }

/** The notice that is due at an instant: its kind and the instant that made it due; null: none. */
type Row = readonly [NoticeSubject, now: string, due: string | null]

// 2028 is a leap year: thirty days before 15 March is 14 February.
const REMINDERS: readonly Row[] = [
  [ENDING, '2028-02-13T23:59:59.999Z', null],
  [ENDING, '2028-02-14', 'thirty_days 2028-02-14'],
  [ENDING, '2028-03-07T23:59:59.999Z', 'thirty_days 2028-02-14'],
  [ENDING, '2028-03-08', 'seven_days 2028-03-08'],
  [ENDING, '2028-03-14T23:59:59.999Z', 'seven_days 2028-03-08'],
  // Narrowed to less than thirty days, and then to less than seven.
  [{ ...ENDING, changedAt: at('2028-02-20') }, '2028-02-21', null],
  [{ ...ENDING, changedAt: at('2028-02-20') }, '2028-03-08', 'seven_days 2028-03-08'],
  [{ ...ENDING, changedAt: at('2028-03-10') }, '2028-03-11', null],
  [{ ...ENDING, changedAt: at('2028-03-08') }, '2028-03-08', null],
  // Not in the first half of a short access.
  [{ ...ENDING, createdAt: at('2028-01-20'), changedAt: at('2028-01-20') }, '2028-02-15', null],
  [{ ...ENDING, keyState: 'revoked' }, '2028-03-08', null],
  [{ ...ENDING, keyState: 'expired' }, '2028-03-08', null],
]

const EXPIRED = { ...ENDING, state: 'expired' } as const
const REVOKED = { ...ENDING, state: 'revoked', revokedAt: at('2027-06-01') } as const
const LATE = { ...EXPIRED, state: 'revoked', revokedAt: at('2028-03-16') } as const

const ENDS: readonly Row[] = [
  [EXPIRED, '2028-03-15', 'end 2028-03-15'],
  [EXPIRED, '2028-03-21T23:59:59.999Z', 'end 2028-03-15'],
  [EXPIRED, '2028-03-22', null],
  [{ ...EXPIRED, keyState: 'revoked' }, '2028-03-15', 'end 2028-03-15'],
  [REVOKED, '2027-06-01', 'end 2027-06-01'],
  [REVOKED, '2027-06-08', null],
  [REVOKED, '2028-02-14', null],
  [LATE, '2028-03-16', 'end 2028-03-16'],
]

const LEAP = { ...OPEN, createdAt: at('2028-02-29'), consentedAt: at('2028-02-29') }
const KEPT = { ...OPEN, confirmedAt: at('2028-01-20') }
const YEARLY: readonly Row[] = [
  [OPEN, '2027-12-31T23:59:59.999Z', null],
  [OPEN, '2028-01-01', 'still_in_use 2028-01-01'],
  [OPEN, '2028-12-31T23:59:59.999Z', 'still_in_use 2028-01-01'],
  [OPEN, '2029-01-01', 'still_in_use 2029-01-01'],
  [LEAP, '2029-02-27T23:59:59.999Z', null],
  [LEAP, '2029-02-28', 'still_in_use 2029-02-28'],
  [LEAP, '2032-02-29', 'still_in_use 2032-02-29'],
  [KEPT, '2029-01-19T23:59:59.999Z', null],
  [KEPT, '2029-01-20', 'still_in_use 2029-01-20'],
  [{ ...KEPT, consentedAt: at('2028-05-01') }, '2029-04-30', null],
  [{ ...OPEN, consentedAt: null }, '2028-01-01', 'still_in_use 2028-01-01'],
  // A change by an operator is not a consent.
  [{ ...OPEN, changedAt: at('2027-09-01') }, '2028-01-01', 'still_in_use 2028-01-01'],
  [{ ...OPEN, keyState: 'revoked' }, '2028-01-01', null],
  [{ ...OPEN, state: 'revoked', revokedAt: at('2027-06-01') }, '2028-01-01', null],
]

function due([grant, now]: Row): string | null {
  const found = dueNotice(grant, at(now))
  return found && `${found.kind} ${found.dueAt.toISOString().slice(0, 10)}`
}

test('a notice is due before an end, at it, and each year without one', () => {
  for (const rows of [REMINDERS, ENDS, YEARLY])
    expect(rows.map(due)).toEqual(rows.map(([, , expected]) => expected))
})

test('the yearly notice is on the pages from the first of its mails until it is answered', () => {
  const isShown = ([grant, now]: Row) => {
    const from = reviewDueAt(grant)
    return from !== null && from <= at(now)
  }
  expect(YEARLY.map(isShown)).toEqual(YEARLY.map(([, , expected]) => expected !== null))
  expect(reviewDueAt(ENDING)).toBeNull()
})
