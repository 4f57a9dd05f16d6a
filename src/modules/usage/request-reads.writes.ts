import type { Context } from '../../schema/context.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import type { StoredRequest } from './stored-requests.ts'

/** Records that a person of the staff has read these requests, for each client that the requests name. */
export async function recordRequestReads(
  requests: readonly StoredRequest[],
  context: Context,
): Promise<void> {
  const person = requirePerson(context)
  const named = requests.flatMap(({ client_id }) => client_id ?? [])
  if (!person.isStaff || named.length === 0) return
  // A caller may name a client who does not exist.
  const where = { clientId: { in: [...new Set(named)] } }
  const known = await context.database.prisma.portfolio.findMany({
    where,
    select: { clientId: true },
  })
  const ids = known.map(({ clientId }) => clientId)
  await recordStaffReads(ids, 'client.read', person, context)
}
