import type { LifeState } from '../../access/liveness.ts'
import type { ApiKey, Grant, GrantRevoker } from '../../generated/prisma/client.ts'

/** Everything that ends the access under a grant: the reason that its key is told, and the cause that persons see. */
const ENDS = {
  client: { reason: 'revoked_by_client', cause: 'client' },
  firm: { reason: 'given_back_by_firm', cause: 'firm' },
  expiry: { reason: 'expired', cause: 'expiry' },
  key: { reason: 'key_revoked', cause: 'key_revoked' },
  operator: { reason: 'ended_by_operator', cause: 'operator' },
  erasure: { reason: 'account_erased', cause: 'operator' },
  // A key that has expired sends no requests, so it is told nothing.
  keyExpiry: { reason: null, cause: 'key_expired' },
} as const

type End = (typeof ENDS)[keyof typeof ENDS]
export type EndReason = NonNullable<End['reason']>
export type EndCause = End['cause']

/** The reasons that a key is told for the end of one of its grants. A closed list of the interface. */
export const END_REASONS: readonly EndReason[] = Object.values(ENDS).flatMap(
  ({ reason }) => reason ?? [],
)

/** The revoker of a grant. Early releases did not record one. Keys and persons then see an operator as the revoker. */
export function revokerOf(revokedBy: GrantRevoker | null): GrantRevoker {
  return revokedBy ?? 'operator'
}

/** The facts of a grant that decide why it ended. */
type EndFacts = Pick<Grant, 'revokedAt' | 'revokedBy' | 'expiresAt' | 'accountErased'>

/**
 * The reason why a grant ended: the first of its revocation and its expiry, and of one instant the revocation. The end
 * of its key does not count: the revocation of a key revokes its grants too.
 */
export function endReasonOf(grant: EndFacts): EndReason {
  const { revokedAt, expiresAt } = grant
  const isExpiry = revokedAt === null || (expiresAt !== null && expiresAt < revokedAt)
  return isExpiry ? ENDS.expiry.reason : revocationOf(grant).reason
}

function revocationOf({ accountErased, revokedBy }: EndFacts) {
  return ENDS[accountErased ? 'erasure' : revokerOf(revokedBy)]
}

interface AccessFacts extends EndFacts {
  /** The states must be those at the instant of the read. */
  readonly state: LifeState
  readonly key: Pick<ApiKey, 'revokedAt' | 'expiresAt'> & { readonly state: LifeState }
}

/** The end of the access under a grant: the first of revocation, expiry and end of key. Null while the key can read. */
export function endOfAccess(
  grant: AccessFacts,
): { readonly at: Date; readonly cause: EndCause } | null {
  const { state, revokedAt, expiresAt, key } = grant
  // If two ends have the same instant, the first in this list counts.
  const ends: readonly (readonly [at: Date | null, End])[] = [
    [revokedAt, revocationOf(grant)],
    [key.revokedAt, ENDS.key],
    // A revoked grant can have an expiry in the future. It is then later than the revocation.
    [state === 'active' ? null : expiresAt, ENDS.expiry],
    [key.state === 'active' ? null : key.expiresAt, ENDS.keyExpiry],
  ]
  const known = ends.flatMap(([at, { cause }]) => (at ? { at, cause } : []))
  return known.sort((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null
}
