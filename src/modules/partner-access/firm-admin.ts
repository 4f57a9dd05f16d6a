import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import { notFound } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import { type FirmStatus, readStatuses } from './firm.reads.ts'

/** Why a person can manage a firm's keys, or cannot. */
export type KeyManagement = 'allowed' | 'not_admin' | 'plan_missing' | 'plan_lapsed'

/** Whether the person, standing as told, creates, rolls and changes the firm's keys. Staff never do. */
export function evaluateKeyManagement(person: Person, standing: FirmStatus): KeyManagement {
  if (!isAdmin(person, standing)) return 'not_admin'
  if (standing.plan !== 'enterprise') return 'plan_missing'
  return standing.plan_state === 'active' ? 'allowed' : 'plan_lapsed'
}

/** Whether the person is an admin of the firm. */
export async function isAdminOf(pool: pg.Pool, person: Person, firmId: string): Promise<boolean> {
  const standing = (await readStatuses(pool, person, [firmId])).get(firmId)
  return standing !== undefined && isAdmin(person, standing)
}

/**
 * Throws unless the person is an admin of the firm: `caller_not_allowed` for its other members and
 * for staff, `record_not_found` for anybody else.
 */
export async function requireAdmin(pool: pg.Pool, person: Person, firmId: string): Promise<void> {
  const standing = (await readStatuses(pool, person, [firmId])).get(firmId)
  if (!standing) throw notFound('firm')
  if (isAdmin(person, standing)) return
  throw new GatewayError('caller_not_allowed', 'Only an admin of the firm manages its API keys.')
}

function isAdmin(person: Person, standing: FirmStatus): boolean {
  return standing.role === 'admin' && !person.isStaff
}
