import type { Person } from '../../access/caller.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { notFound } from '../../values/record-id.ts'
import { type FirmStatus, readStatuses } from './firm.reads.ts'

/** Whether a person can manage a firm's keys, or the reason why they cannot. */
export type KeyManagement = 'allowed' | 'not_admin' | 'plan_missing' | 'plan_lapsed'

/** Whether the person can create, rotate and change the firm's keys. Staff never can. */
export function evaluateKeyManagement(person: Person, status: FirmStatus): KeyManagement {
  if (!isAdmin(person, status)) return 'not_admin'
  if (status.plan !== 'enterprise') return 'plan_missing'
  return status.planState === 'active' ? 'allowed' : 'plan_lapsed'
}

/** Whether the person is an admin of the firm. */
export async function isAdminOf(
  prisma: PrismaClient,
  person: Person,
  firmId: string,
): Promise<boolean> {
  const status = (await readStatuses(prisma, person, [firmId])).get(firmId)
  return status !== undefined && isAdmin(person, status)
}

/**
 * Throws unless the person is an admin of the firm: `caller_not_allowed` for its other members and for staff,
 * `record_not_found` for everyone else.
 */
export async function requireAdmin(
  prisma: PrismaClient,
  person: Person,
  firmId: string,
  reason = 'Only an admin of the firm manages its API keys.',
): Promise<void> {
  const status = (await readStatuses(prisma, person, [firmId])).get(firmId)
  if (!status) throw notFound('firm')
  if (isAdmin(person, status)) return
  throw new GatewayError('caller_not_allowed', reason)
}

function isAdmin(person: Person, status: FirmStatus): boolean {
  return status.role === 'admin' && !person.isStaff
}
