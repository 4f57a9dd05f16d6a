import { expect, test } from 'vitest'
import { grantStateAt, keyStateAt } from '../../../src/access/liveness.ts'
import type { GrantRevoker } from '../../../src/generated/prisma/client.ts'
import { endOfGrant } from '../../../src/modules/grants/grant-end.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const NOW = day(20)

interface Facts {
  readonly revoked?: number
  readonly by?: GrantRevoker
  readonly expires?: number
  readonly keyRevoked?: number
  readonly keyExpires?: number
}

test.each<[string, Facts, string | null, number | null]>([
  ['nothing ends it', {}, null, null],
  ['an end in the future', { expires: 21, keyExpires: 22 }, null, null],
  ['the instant of the expiry', { expires: 20 }, 'expiry', 20],
  ['the client', { revoked: 5, by: 'client' }, 'client', 5],
  ['the firm', { revoked: 5, by: 'firm' }, 'firm', 5],
  ['the operator', { revoked: 5, by: 'operator' }, 'operator', 5],
  ['nobody knows who', { revoked: 5 }, 'operator', 5],
  ['the key, revoked', { revoked: 5, by: 'key', keyRevoked: 5 }, 'key_revoked', 5],
  ['the key, revoked by a release that left grants', { keyRevoked: 5 }, 'key_revoked', 5],
  ['the key, expired', { keyExpires: 5 }, 'key_expired', 5],
  ['an expiry, and revoked later', { expires: 4, revoked: 9, by: 'client' }, 'expiry', 4],
  ['revoked before its expiry', { expires: 9, revoked: 4, by: 'client' }, 'client', 4],
  ['revoked before a future expiry', { expires: 30, revoked: 4, by: 'firm' }, 'firm', 4],
  ['the key, expired, and revoked later', { keyExpires: 3, keyRevoked: 9 }, 'key_expired', 3],
  ['the key, revoked before a future expiry', { keyExpires: 30, keyRevoked: 9 }, 'key_revoked', 9],
  ['the key before the client', { keyExpires: 3, revoked: 9, by: 'client' }, 'key_expired', 3],
])('%s', (_, facts, cause, at) => {
  const on = (number: number | undefined) => (number === undefined ? null : day(number))
  const expiresAt = on(facts.expires)
  const key = { revokedAt: on(facts.keyRevoked), expiresAt: on(facts.keyExpires) }
  const end = endOfGrant({
    revokedAt: on(facts.revoked),
    revokedBy: facts.by ?? null,
    expiresAt,
    state: grantStateAt({ state: facts.revoked ? 'revoked' : 'active', expiresAt }, NOW),
    key: {
      ...key,
      state: keyStateAt({ ...key, state: key.revokedAt ? 'revoked' : 'active' }, NOW),
    },
  })
  expect(end).toEqual(cause && { cause, at: day(at ?? 0) })
})
