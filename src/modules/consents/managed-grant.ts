import { GatewayError } from '../../errors.ts'
import type { Context } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { isAdminOf } from '../firms/firm-admin.ts'
import { type GrantDetails, requireGrant } from '../grants/grant.reads.ts'

/**
 * A grant of a firm whose admin the caller is. Throws unless the caller is an admin of the firm of the grant's key: `record_not_found` for a grant that they cannot
 * see, and `caller_not_allowed` with this reason otherwise.
 */
export async function requireManagedGrant(
  id: string,
  context: Context,
  reason: string,
): Promise<GrantDetails> {
  const person = requirePerson(context)
  // It also accepts the client, who is not an admin of the firm.
  const grant = await requireGrant(context.database.prisma, person, id, context.request.now)
  if (await isAdminOf(context.database.prisma, person, grant.key.firm.id)) return grant
  throw new GatewayError('caller_not_allowed', reason)
}
