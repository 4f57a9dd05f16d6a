import { describe, expect, test } from 'vitest'
import type { Person, PersonCredential } from '../../src/access/caller.ts'
import { requireRecentCheck } from '../../src/access/step-up.ts'

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

describe('a change of credentials or grants', () => {
  test.each([0, 14.9, 15])('is allowed %s minutes after a check', (minutes) => {
    expect(() => requireRecentCheck(personBy(session(minutes)), NOW)).not.toThrow()
  })

  test.each([15.1, 600])('needs another check after %s minutes', (minutes) => {
    expect(() => requireRecentCheck(personBy(session(minutes)), NOW)).toThrow(
      expect.objectContaining({ code: 'recent_sign_in_required' }),
    )
  })

  test.each([
    [['plants']],
    [['portfolio:read']],
    [['plants', 'portfolio:read']],
  ] as const)('is rejected for a token with %s', (scopes) => {
    const person = personBy({ kind: 'token', id: 'token_x', scopes })
    expect(() => requireRecentCheck(person, NOW)).toThrow(
      expect.objectContaining({ code: 'caller_not_allowed' }),
    )
  })
})
