import type { GrantRevoker } from '../../generated/prisma/client.ts'
import { revokerOf } from './end-reason.ts'
import type { GrantDetails } from './grant.reads.ts'

/** The causes that can end the access under a grant. */
export type EndCause = 'client' | 'firm' | 'operator' | 'expiry' | 'key_revoked' | 'key_expired'

/** The instant and the cause of the end of access under a grant. */
interface GrantEnd {
  readonly at: Date
  readonly cause: EndCause
}

const OF_REVOKER: Readonly<Record<GrantRevoker, EndCause>> = {
  client: 'client',
  firm: 'firm',
  operator: 'operator',
  key: 'key_revoked',
}

type Ending = Pick<GrantDetails, 'state' | 'revokedAt' | 'revokedBy' | 'expiresAt'> & {
  readonly key: Pick<GrantDetails['key'], 'state' | 'revokedAt' | 'expiresAt'>
}

/**
 * The end of the access under a grant: the first of its revocation, its expiry and the end of its key. The states in
 * `grant` must be those at the instant of the read. Null while the key can read.
 */
export function endOfGrant(grant: Ending): GrantEnd | null {
  const [first] = endsOf(grant).sort((one, other) => one.at.getTime() - other.at.getTime())
  return first ?? null
}

// If two ends have the same instant, the first in this list counts.
function endsOf({ state, revokedAt, revokedBy, expiresAt, key }: Ending): GrantEnd[] {
  const ends: readonly [at: Date | null, cause: EndCause][] = [
    [revokedAt, OF_REVOKER[revokerOf(revokedBy)]],
    [key.revokedAt, 'key_revoked'],
    // A revoked grant can have an expiry in the future. It is then later than the revocation.
    [state === 'active' ? null : expiresAt, 'expiry'],
    [key.state === 'active' ? null : key.expiresAt, 'key_expired'],
  ]
  return ends.flatMap(([at, cause]) => (at ? { at, cause } : []))
}
