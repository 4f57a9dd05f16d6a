import { expect, test } from 'vitest'
import type { Person, PersonCredential } from '../../src/access/caller.ts'
import { requireRecentCheck } from '../../src/access/session-checks.ts'
import { GatewayError } from '../../src/errors.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const session = (minutes: number): PersonCredential => ({
  kind: 'session',
  id: 'session_x',
  checkedAt: minutesAgo(minutes),
  named: true,
})
const personBy = (by: PersonCredential): Person => ({
  kind: 'user',
  userId: 'user_x',
  name: 'X',
  isStaff: false,
  by,
})

test('a change of credentials or grants needs a check within 15 minutes, in a session', () => {
  const outcomeOf = (by: PersonCredential): string => {
    try {
      requireRecentCheck(personBy(by), NOW)
      return 'allowed'
    } catch (thrown) {
      return thrown instanceof GatewayError ? thrown.code : 'failed'
    }
  }
  expect([-1, 14.9, 15].map((minutes) => outcomeOf(session(minutes)))).toEqual(
    Array(3).fill('allowed'),
  )
  // After a check that lies more than a minute in the future, the clock was set back.
  expect([15.1, 600, -1.1, -120].map((minutes) => outcomeOf(session(minutes)))).toEqual(
    Array(4).fill('recent_sign_in_required'),
  )
  for (const scopes of [['plants'], ['portfolio:read'], ['plants', 'portfolio:read']] as const)
    expect(outcomeOf({ kind: 'token', id: 'token_x', scopes })).toBe('caller_not_allowed')
})
