import { isId } from '../../access/ids.ts'
import { notFound } from '../../database/change.ts'
import type { Context } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'

/**
 * The client whose own affairs are asked for: the caller, unless staff name another, of which a
 * record is kept. Throws `record_not_found` for anybody else's.
 */
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
  await recordStaffReads([clientId], 'grants.read', person, context)
  return clientId
}
