import { describe, expect, test } from 'vitest'
import {
  dueNotice,
  type NoticeSubject,
  reviewDueAt,
} from '../../../src/modules/notices/due-notice.ts'

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text)

const GIVEN = at('2027-01-01')
const OPEN: NoticeSubject = {
  state: 'active',
  keyState: 'active',
  createdAt: GIVEN,
  changedAt: GIVEN,
  expiresAt: null,
  revokedAt: null,
  consentedAt: GIVEN,
  confirmedAt: null,
}
const ENDING = { ...OPEN, expiresAt: at('2028-03-15') }

/** What is due at an instant: kind and the instant that made it due; null: nothing. */
type Row = readonly [string, NoticeSubject, now: string, due: string | null]

// 2028 is a leap year: thirty days before 15 March is 14 February.
const REMINDERS: readonly Row[] = [
  ['a millisecond before the thirty days', ENDING, '2028-02-13T23:59:59.999Z', null],
  ['thirty days exactly', ENDING, '2028-02-14', 'thirty_days 2028-02-14'],
  ['thirty days over the leap day', ENDING, '2028-02-29', 'thirty_days 2028-02-14'],
  [
    'a millisecond before the seven days',
    ENDING,
    '2028-03-07T23:59:59.999Z',
    'thirty_days 2028-02-14',
  ],
  ['seven days exactly', ENDING, '2028-03-08', 'seven_days 2028-03-08'],
  ['the last millisecond', ENDING, '2028-03-14T23:59:59.999Z', 'seven_days 2028-03-08'],
  [
    'thirty days in another year',
    { ...OPEN, expiresAt: at('2027-03-15') },
    '2027-02-13',
    'thirty_days 2027-02-13',
  ],
  [
    'narrowed to less than thirty days',
    { ...ENDING, changedAt: at('2028-02-20') },
    '2028-02-21',
    null,
  ],
  [
    'narrowed so, and then seven days before',
    { ...ENDING, changedAt: at('2028-02-20') },
    '2028-03-08',
    'seven_days 2028-03-08',
  ],
  [
    'narrowed to less than seven days',
    { ...ENDING, changedAt: at('2028-03-10') },
    '2028-03-11',
    null,
  ],
  ['set exactly seven days before', { ...ENDING, changedAt: at('2028-03-08') }, '2028-03-08', null],
  ['of a key that has been revoked', { ...ENDING, keyState: 'revoked' }, '2028-03-08', null],
  ['of a key that has expired', { ...ENDING, keyState: 'expired' }, '2028-03-08', null],
]

const EXPIRED = { ...ENDING, state: 'expired' } as const
const REVOKED = { ...ENDING, state: 'revoked', revokedAt: at('2027-06-01') } as const

const ENDS: readonly Row[] = [
  ['expired now', EXPIRED, '2028-03-15', 'end 2028-03-15'],
  ['expired almost a week ago', EXPIRED, '2028-03-21T23:59:59.999Z', 'end 2028-03-15'],
  ['expired a week ago', EXPIRED, '2028-03-22', null],
  [
    'expired under a key that has ended',
    { ...EXPIRED, keyState: 'revoked' },
    '2028-03-15',
    'end 2028-03-15',
  ],
  ['revoked now', REVOKED, '2027-06-01', 'end 2027-06-01'],
  ['revoked a week ago', REVOKED, '2027-06-08', null],
  ['revoked thirty days before the end it had', REVOKED, '2028-02-14', null],
  [
    'revoked after it had expired',
    { ...EXPIRED, state: 'revoked', revokedAt: at('2028-03-16') },
    '2028-03-16',
    'end 2028-03-16',
  ],
]

const LEAP = { ...OPEN, createdAt: at('2028-02-29'), consentedAt: at('2028-02-29') }
const KEPT = { ...OPEN, confirmedAt: at('2028-01-20') }
const YEARLY: readonly Row[] = [
  ['a millisecond before the year', OPEN, '2027-12-31T23:59:59.999Z', null],
  ['a year exactly', OPEN, '2028-01-01', 'still_in_use 2028-01-01'],
  ['almost two years, unanswered', OPEN, '2028-12-31T23:59:59.999Z', 'still_in_use 2028-01-01'],
  ['two years, unanswered', OPEN, '2029-01-01', 'still_in_use 2029-01-01'],
  ['agreed to on a leap day, a day before the year', LEAP, '2029-02-27T23:59:59.999Z', null],
  ['agreed to on a leap day, a year later', LEAP, '2029-02-28', 'still_in_use 2029-02-28'],
  ['agreed to on a leap day, four years later', LEAP, '2032-02-29', 'still_in_use 2032-02-29'],
  ['kept less than a year ago', KEPT, '2029-01-19T23:59:59.999Z', null],
  ['kept a year ago', KEPT, '2029-01-20', 'still_in_use 2029-01-20'],
  ['changed after it was kept', { ...KEPT, consentedAt: at('2028-05-01') }, '2029-04-30', null],
  [
    'without a consent, by its creation',
    { ...OPEN, consentedAt: null },
    '2028-01-01',
    'still_in_use 2028-01-01',
  ],
  [
    'changed by an operator, which is no consent',
    { ...OPEN, changedAt: at('2027-09-01') },
    '2028-01-01',
    'still_in_use 2028-01-01',
  ],
  ['of a key that has been revoked', { ...OPEN, keyState: 'revoked' }, '2028-01-01', null],
  ['revoked', { ...OPEN, state: 'revoked', revokedAt: at('2027-06-01') }, '2028-01-01', null],
]

function due([, grant, now]: Row): string | null {
  const found = dueNotice(grant, at(now))
  return found && `${found.kind} ${found.dueAt.toISOString().slice(0, 10)}`
}

describe('a reminder of an end', () => {
  test.each(REMINDERS)('%s', (...row) => expect(due(row)).toBe(row[3]))
})

describe('the notice of an end', () => {
  test.each(ENDS)('%s', (...row) => expect(due(row)).toBe(row[3]))
})

describe('the yearly notice', () => {
  test.each(YEARLY)('%s', (...row) => expect(due(row)).toBe(row[3]))

  test.each(
    YEARLY,
  )('is on the pages from the first of its mails until it is answered: %s', (_name, grant, now, expected) => {
    const from = reviewDueAt(grant)
    expect(from !== null && from <= at(now)).toBe(expected !== null)
  })

  test('is on no page of a grant with an end', () => {
    expect(reviewDueAt(ENDING)).toBeNull()
  })
})
