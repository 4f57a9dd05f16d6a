import type { Person } from '../../access/caller.ts'
import type { Context } from '../../schema/context.ts'
import { createId } from '../../values/ids.ts'
import type { AuditAction } from './actions.ts'

/** Records that a person of the staff has read data of these clients. Reads of their own data are not recorded. */
export async function recordStaffReads(
  clientIds: readonly string[],
  action: AuditAction & `${string}.read`,
  person: Person,
  { database, request: requestContext }: Context,
): Promise<void> {
  const others = [...new Set(clientIds)].filter((clientId) => clientId !== person.userId)
  if (!person.isStaff || others.length === 0) return
  await database.prisma.auditEvent.createMany({
    data: others.map((clientId) => ({
      id: createId('event'),
      actor: person.userId,
      requestId: requestContext.requestId,
      action,
      subject: clientId,
      clientId,
    })),
  })
}
