import { expect, test } from 'vitest'
import {
  type EndFacts,
  type EndReason,
  endReasonOf,
} from '../../../src/modules/grants/end-reason.ts'

const day = (number?: number) => (number === undefined ? null : new Date(Date.UTC(2026, 0, number)))

interface Facts {
  readonly revoked?: number
  readonly by?: EndFacts['revokedBy']
  readonly expires?: number
  readonly erased?: boolean
}

// As `endOfGrant` decides it: what came first, and of one instant the revocation.
const ENDS: readonly (readonly [EndReason, Facts])[] = [
  ['expired', { expires: 4 }],
  ['revoked_by_client', { revoked: 5, by: 'client' }],
  ['given_back_by_firm', { revoked: 5, by: 'firm' }],
  ['ended_by_operator', { revoked: 5, by: 'operator' }],
  ['key_revoked', { revoked: 5, by: 'key' }],
  ['account_erased', { revoked: 5, by: 'operator', erased: true }],
  ['ended_by_operator', { revoked: 5 }],
  ['expired', { expires: 4, revoked: 5, by: 'client' }],
  ['expired', { expires: 4, revoked: 5, by: 'key' }],
  ['given_back_by_firm', { expires: 9, revoked: 5, by: 'firm' }],
  ['revoked_by_client', { expires: 5, revoked: 5, by: 'client' }],
  ['account_erased', { expires: 9, revoked: 5, by: 'operator', erased: true }],
]

test('a grant ended by what came first', () => {
  const reasons = ENDS.map(([, { revoked, by = null, expires, erased = false }]) =>
    endReasonOf({
      ...{ revokedAt: day(revoked), revokedBy: by, expiresAt: day(expires) },
      accountErased: erased,
    }),
  )
  expect(reasons).toEqual(ENDS.map(([reason]) => reason))
})
