import type { Scope } from '../../access/scopes.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import type { Actor } from '../audit/audit.writes.ts'
import type { GrantDetails } from './grant.reads.ts'
import { updateGrant } from './grant.writes.ts'
import type { WithGrant } from './row-locks.ts'

interface Narrowing {
  /** The version that the firm has read: `state_conflict` if the client has changed the grant since. */
  readonly version: number
  /** The scopes that the firm gives up. */
  readonly withoutScopes: readonly Scope[]
  /** An end before the present one. Undefined: it stays. */
  readonly expiresAt: Date | undefined
}

/**
 * Narrows a grant for the firm: fewer scopes, an earlier end, or both. The asset filter stays, and no plan is needed. Throws
 * `invalid_parameter` for anything else, and `state_conflict` for a grant that has ended or has changed since it was read.
 */
export function narrowGrant(
  prisma: PrismaClient,
  actor: Actor,
  grant: GrantDetails,
  { version, withoutScopes, expiresAt }: Narrowing,
  now: Date,
  withGrant?: WithGrant,
): Promise<Grant> {
  requireNarrowing({ version, withoutScopes, expiresAt })
  if (grant.state !== 'active')
    throw new GatewayError(
      'state_conflict',
      'This grant has ended. Only the client gives a new one; ask for it with a new connection link.',
    )
  const scopes = grant.scopes.filter((scope) => !withoutScopes.includes(scope))
  const change = { grantId: grant.id, version, scopes, expiresAt, byFirm: true }
  return updateGrant(prisma, actor, change, now, async (tx, { after }) => withGrant?.(tx, after))
}

function requireNarrowing({ withoutScopes, expiresAt }: Narrowing): void {
  if (withoutScopes.includes('registry'))
    throw new GatewayError(
      'invalid_parameter',
      'withoutScopes takes every scope but registry, which is part of each grant. To read nothing any more, give the grant back.',
    )
  if (withoutScopes.length === 0 && expiresAt === undefined)
    throw new GatewayError(
      'invalid_parameter',
      'A narrowing takes withoutScopes, expiresAt, or both.',
    )
}
