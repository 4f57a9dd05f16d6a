import { expect, test } from 'vitest'
import {
  type EndFacts,
  type EndReason,
  endReasonOf,
} from '../../../src/modules/grants/end-reason.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

interface Facts {
  readonly revoked?: number
  readonly by?: EndFacts['revokedBy']
  readonly expires?: number
  readonly erased?: boolean
}

test.each<[string, Facts, EndReason]>([
  ['its expiry', { expires: 4 }, 'expired'],
  ['the client', { revoked: 5, by: 'client' }, 'revoked_by_client'],
  ['the firm', { revoked: 5, by: 'firm' }, 'given_back_by_firm'],
  ['an operator', { revoked: 5, by: 'operator' }, 'ended_by_operator'],
  ['its key', { revoked: 5, by: 'key' }, 'key_revoked'],
  ['the erasure of the client', { revoked: 5, by: 'operator', erased: true }, 'account_erased'],
  ['nobody knows who', { revoked: 5 }, 'ended_by_operator'],
  ['an expiry, and revoked later', { expires: 4, revoked: 5, by: 'client' }, 'expired'],
  ['an expiry, and its key revoked later', { expires: 4, revoked: 5, by: 'key' }, 'expired'],
  ['an expiry, and erased later', { expires: 4, revoked: 5, by: 'operator' }, 'expired'],
  ['revoked before its expiry', { expires: 9, revoked: 5, by: 'firm' }, 'given_back_by_firm'],
  // As `endOfGrant` decides it.
  [
    'revoked at the instant of its expiry',
    { expires: 5, revoked: 5, by: 'client' },
    'revoked_by_client',
  ],
  [
    'erased before its expiry',
    { expires: 9, revoked: 5, by: 'operator', erased: true },
    'account_erased',
  ],
])('%s', (_, { revoked, by = null, expires, erased = false }, reason) => {
  const on = (number: number | undefined) => (number === undefined ? null : day(number))
  const facts = { revokedAt: on(revoked), revokedBy: by, expiresAt: on(expires) }
  expect(endReasonOf({ ...facts, accountErased: erased })).toBe(reason)
})
