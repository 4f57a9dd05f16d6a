import { expect, test } from 'vitest'
import { lifeStateAt } from '../../../src/access/liveness.ts'
import type { GrantRevoker } from '../../../src/generated/prisma/client.ts'
import { type EndReason, endOfAccess, endReasonOf } from '../../../src/modules/grants/end-reason.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const NOW = day(20)
const on = (number: number | undefined) => (number === undefined ? null : day(number))

interface Facts {
  readonly revoked?: number
  readonly by?: GrantRevoker
  readonly expires?: number
  readonly keyRevoked?: number
  readonly keyExpires?: number
}

const ENDS: readonly (readonly [end: string | null, Facts])[] = [
  [null, {}],
  [null, { expires: 21, keyExpires: 22 }],
  ['expiry 20', { expires: 20 }],
  ['client 5', { revoked: 5, by: 'client' }],
  ['firm 5', { revoked: 5, by: 'firm' }],
  ['operator 5', { revoked: 5, by: 'operator' }],
  ['operator 5', { revoked: 5 }],
  ['key_revoked 5', { revoked: 5, by: 'key', keyRevoked: 5 }],
  // A release left grants as they were.
  ['key_revoked 5', { keyRevoked: 5 }],
  ['key_expired 5', { keyExpires: 5 }],
  ['expiry 4', { expires: 4, revoked: 9, by: 'client' }],
  ['client 4', { expires: 9, revoked: 4, by: 'client' }],
  ['firm 4', { expires: 30, revoked: 4, by: 'firm' }],
  ['key_expired 3', { keyExpires: 3, keyRevoked: 9 }],
  ['key_revoked 9', { keyExpires: 30, keyRevoked: 9 }],
  ['key_expired 3', { keyExpires: 3, revoked: 9, by: 'client' }],
]

test('a grant ends with what is first: its expiry, its revocation, or the end of its key', () => {
  const found = ENDS.map(([, facts]) => {
    const expiresAt = on(facts.expires)
    const key = { revokedAt: on(facts.keyRevoked), expiresAt: on(facts.keyExpires) }
    const keyState = lifeStateAt({ ...key, state: key.revokedAt ? 'revoked' : 'active' }, NOW)
    const end = endOfAccess({
      ...{ revokedAt: on(facts.revoked), revokedBy: facts.by ?? null, accountErased: false },
      expiresAt,
      state: lifeStateAt({ state: facts.revoked ? 'revoked' : 'active', expiresAt }, NOW),
      key: { ...key, state: keyState },
    })
    return end && `${end.cause} ${end.at.getUTCDate()}`
  })
  expect(found).toEqual(ENDS.map(([end]) => end))
})

// As `endOfAccess` decides it: what came first, and of one instant the revocation.
const REASONS: readonly (readonly [EndReason, Facts, isErased?: boolean])[] = [
  ['expired', { expires: 4 }],
  ['revoked_by_client', { revoked: 5, by: 'client' }],
  ['given_back_by_firm', { revoked: 5, by: 'firm' }],
  ['ended_by_operator', { revoked: 5, by: 'operator' }],
  ['key_revoked', { revoked: 5, by: 'key' }],
  ['account_erased', { revoked: 5, by: 'operator' }, true],
  ['ended_by_operator', { revoked: 5 }],
  ['expired', { expires: 4, revoked: 5, by: 'client' }],
  ['expired', { expires: 4, revoked: 5, by: 'key' }],
  ['given_back_by_firm', { expires: 9, revoked: 5, by: 'firm' }],
  ['revoked_by_client', { expires: 5, revoked: 5, by: 'client' }],
  ['account_erased', { expires: 9, revoked: 5, by: 'operator' }, true],
]

test('a grant ended by what came first', () => {
  const reasons = REASONS.map(([, { revoked, by = null, expires }, accountErased = false]) =>
    endReasonOf({ revokedAt: on(revoked), revokedBy: by, expiresAt: on(expires), accountErased }),
  )
  expect(reasons).toEqual(REASONS.map(([reason]) => reason))
})
