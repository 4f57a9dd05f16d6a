import { requireOwned } from '../../access/grant.reads.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { GatewayError } from '../../errors.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'

/** The caller's own portfolio. Throws `caller_not_allowed` where there is none. */
export async function requireOwnPortfolio(context: Context): Promise<PortfolioAccess> {
  const person = requirePerson(context)
  try {
    return await requireOwned(poolOf(context), person, person.userId)
  } catch (thrown) {
    if (!(thrown instanceof GatewayError && thrown.code === 'no_active_grant')) throw thrown
    throw new GatewayError('caller_not_allowed', 'Only a client with a portfolio may ask for this.')
  }
}
