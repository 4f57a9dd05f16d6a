import { requireOwned } from '../../access/grant.reads.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { callerNotAllowed, codeOf } from '../../errors.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { isId, notFound } from '../../values/ids.ts'
import { recordStaffReads, requirePerson } from '../audit/acting-person.ts'

/** The caller, or the client whom staff ask for: that read is recorded. Throws `record_not_found` for any other. */
export async function requireClient(
  asked: string | null | undefined,
  context: Context,
): Promise<string> {
  const person = requirePerson(context)
  const clientId = asked ?? person.userId
  if (clientId === person.userId) return clientId
  const { prisma } = context.database
  const known = person.isStaff && isId('user', clientId)
  if (!known || !(await prisma.portfolio.findUnique({ where: { clientId } })))
    throw notFound('client')
  await recordStaffReads([clientId], 'grants.read', context)
  return clientId
}

/** The caller's own portfolio. Throws `caller_not_allowed` if the caller has none. */
export async function requireOwnPortfolio(context: Context): Promise<PortfolioAccess> {
  const person = requirePerson(context)
  try {
    return await requireOwned(poolOf(context), person, person.userId)
  } catch (thrown) {
    if (codeOf(thrown) !== 'no_active_grant') throw thrown
    throw callerNotAllowed('This field needs a client with a portfolio.')
  }
}
