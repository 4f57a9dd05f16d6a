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

/** Who revoked a grant. Early releases did not record it: such an end is that of an operator, for keys and persons. */
export function revokerOf(revokedBy: GrantRevoker | null): GrantRevoker {
  return revokedBy ?? 'operator'
}

/** What of a grant says why it ended. */
type EndFacts = Pick<Grant, 'revokedAt' | 'revokedBy' | 'expiresAt' | 'accountErased'>

/**
 * Why a grant that has ended ended, by the first of its revocation and its expiry. The end of its key alone is no end of
 * a grant here: a key that has ended asks for nothing, and its revocation also revokes its grants.
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
