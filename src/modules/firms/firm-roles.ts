import type { Person } from '../../access/caller.ts'
import { callerNotAllowed } from '../../errors.ts'
import type { ApiKey, Environment, Prisma, Role } from '../../generated/prisma/client.ts'
import { requireFound, requireIdShape } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { type FirmStatus, readStatuses } from './firm.reads.ts'

/** Whether a person can manage a firm's keys of an environment, or the reason why they cannot. */
export type KeyManagement = 'allowed' | 'not_admin' | 'plan_missing' | 'plan_lapsed'

/** The roles that manage the keys of an environment, with their webhooks, connection links and scenarios. */
export const KEY_ROLES: Readonly<Record<Environment, readonly Role[]>> = {
  production: ['admin'],
  sandbox: ['admin', 'developer'],
}

const REFUSALS: Readonly<Record<Environment, string>> = {
  production: 'Only an admin of the firm manages its production keys.',
  sandbox: 'Only an admin or a developer of the firm manages its sandbox keys.',
}

const RANKS: Readonly<Record<Role, number>> = { admin: 2, developer: 1, member: 0 }

/** Whether a change of a role takes rights away. */
export function isDemotion(before: Role, after: Role): boolean {
  return RANKS[after] < RANKS[before]
}

/** Whether the person can create, rotate and change the firm's keys of the environment. Staff never can. */
export function evaluateKeyManagement(
  person: Person,
  status: FirmStatus,
  environment: Environment,
): KeyManagement {
  if (!hasRole(person, status, KEY_ROLES[environment])) return 'not_admin'
  if (status.plan !== 'enterprise') return 'plan_missing'
  return status.planState === 'active' ? 'allowed' : 'plan_lapsed'
}

/** Whether the person is an admin of the firm. */
export async function isAdminOf(reader: Reader, firmId: string): Promise<boolean> {
  const status = (await readStatuses(reader, [firmId])).get(firmId)
  return status !== undefined && hasRole(reader.person, status, ['admin'])
}

/**
 * Throws unless the person is an admin of the firm: `caller_not_allowed` for its other members and for staff,
 * `record_not_found` for everyone else.
 */
export function requireAdmin(
  reader: Reader,
  firmId: string,
  reason = 'Only an admin of the firm manages its members.',
): Promise<void> {
  return requireRole(reader, firmId, ['admin'], reason)
}

/** Throws the errors of `requireAdmin` unless the person manages the keys of the firm and environment. */
export function requireKeyManager(
  reader: Reader,
  { firmId, environment }: Pick<ApiKey, 'firmId' | 'environment'>,
): Promise<void> {
  return requireRole(reader, firmId, KEY_ROLES[environment], REFUSALS[environment])
}

export function managedKeys({ userId }: Person): Prisma.ApiKeyWhereInput {
  const ofEnvironment = (environment: Environment): Prisma.ApiKeyWhereInput => {
    const role = { in: [...KEY_ROLES[environment]] }
    return { environment, firm: { members: { some: { userId, role, user: { isStaff: false } } } } }
  }
  return { OR: [ofEnvironment('production'), ofEnvironment('sandbox')] }
}

async function requireRole(reader: Reader, firmId: string, roles: readonly Role[], reason: string) {
  requireIdShape('firm', firmId)
  const status = requireFound((await readStatuses(reader, [firmId])).get(firmId), 'firm')
  if (!hasRole(reader.person, status, roles)) throw callerNotAllowed(reason)
}

function hasRole({ isStaff }: Person, { role }: FirmStatus, roles: readonly Role[]): boolean {
  return role !== null && roles.includes(role) && !isStaff
}
