import type { Grant, GrantRevoker } from '../../generated/prisma/client.ts'

/** The reasons that a key is told for the end of one of its grants. A closed list of the interface. */
export const END_REASONS = [
  'revoked_by_client',
  'given_back_by_firm',
  'expired',
  'key_revoked',
  'ended_by_operator',
  'account_erased',
] as const

export type EndReason = (typeof END_REASONS)[number]

const OF_REVOKER: Readonly<Record<GrantRevoker, EndReason>> = {
  client: 'revoked_by_client',
  firm: 'given_back_by_firm',
  operator: 'ended_by_operator',
  key: 'key_revoked',
}

/** The revoker of a grant. Early releases did not record one. Keys and persons then see an operator as the revoker. */
export function revokerOf(revokedBy: GrantRevoker | null): GrantRevoker {
  return revokedBy ?? 'operator'
}

/** The facts of a grant that decide why it ended. */
type EndFacts = Pick<Grant, 'revokedAt' | 'revokedBy' | 'expiresAt' | 'accountErased'>

/**
 * The reason why a grant ended: the earlier one of its revocation and its expiry. The expiry of its key does not count
 * as an end of the grant, because a key that has ended sends no requests. The revocation of a key revokes its grants
 * too.
 */
export function endReasonOf({
  revokedAt,
  revokedBy,
  expiresAt,
  accountErased,
}: EndFacts): EndReason {
  if (revokedAt === null || (expiresAt !== null && expiresAt < revokedAt)) return 'expired'
  if (accountErased) return 'account_erased'
  return OF_REVOKER[revokerOf(revokedBy)]
}
