import type { GraphQLResolveInfo } from 'graphql'
import { callerNotAllowed } from '../../errors.ts'
import type { Context } from '../../schema/builder.ts'
import { type ActingPerson, beginAction, readerOf, requirePerson } from '../audit/acting-person.ts'
import { isAdminOf } from '../firms/firm-roles.ts'
import type { GrantDetails } from './grant.reads.ts'
import { findPartnerGrant, type PartnerGrant } from './grant.type.ts'

const CHANGES_A_MINUTE = 30

/** Returns a grant that the caller may change, and throws for any other. */
type RequireParty = (id: string, context: Context) => Promise<GrantDetails>

/** A grant that the caller gave. Throws `record_not_found` or, for a grant that they only see, `caller_not_allowed`. */
export const requireOwnGrant: RequireParty = async (id, context) => {
  const grant = await findPartnerGrant(id, context)
  if (grant.clientId === requirePerson(context).userId) return grant
  throw callerNotAllowed('Only the client who gave a grant changes it.')
}

/**
 * The check for an action of an admin of the firm of the grant's key. It throws `record_not_found` for a grant that the
 * caller cannot see, and `caller_not_allowed` with this reason for the other grants, also of their own portfolio.
 */
export function firmAdmin(reason: string): RequireParty {
  return async (id, context) => {
    const grant = await findPartnerGrant(id, context)
    if (await isAdminOf(readerOf(context), grant.key.firm.id)) return grant
    throw callerNotAllowed(reason)
  }
}

/** Changes a grant for a party to it, and returns the grant as it is afterwards. */
export async function actOnGrant(
  id: string,
  requireParty: RequireParty,
  context: Context,
  info: GraphQLResolveInfo,
  act: (by: ActingPerson, grant: GrantDetails) => Promise<unknown>,
): Promise<PartnerGrant> {
  const by = await beginAction(context, info, CHANGES_A_MINUTE)
  await act(by, await requireParty(id, context))
  return findPartnerGrant(id, context)
}
