import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import type { Firm, Prisma, PrismaClient, Role } from '../../generated/prisma/client.ts'
import { isId, notFound, requireFound } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { type FirmIdentity, readIdentity } from './firm-identity.ts'

export type FirmName = Pick<Firm, 'id' | 'name'>

/** The plan and the identity of a firm, and the role of the reader in it. */
export interface FirmStatus extends Pick<Firm, 'id' | 'plan' | 'planState' | 'tier'> {
  /** Null if the reader is not a member. */
  readonly role: Role | null
  /** Null if staff have not verified the firm. */
  readonly identity: FirmIdentity | null
}

const NAME = { id: true, name: true } as const

/** The firms that the person sees: their own firms, or all firms for staff. */
export function visibleFirms(person: Person): Prisma.FirmWhereInput {
  return person.isStaff ? {} : { members: { some: { userId: person.userId } } }
}

/** The firms that the person sees, in order of id, after the id `after`. */
export function readFirms(
  { prisma, person }: Reader,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<FirmName[]> {
  const where = { ...visibleFirms(person), ...(after !== null && { id: { gt: after } }) }
  return prisma.firm.findMany({ where, select: NAME, orderBy: { id: 'asc' }, take: limit })
}

/** Every firm, oldest first, for operators. */
export async function listFirms(pool: pg.Pool): Promise<Firm[]> {
  const { rows } = await pool.query<Firm>(`
    SELECT id, name, plan, plan_state AS "planState", tier, created_at AS "createdAt", identity
      FROM firms f ORDER BY f.created_at, id`)
  return rows
}

export function countFirms({ prisma, person }: Reader): Promise<number> {
  return prisma.firm.count({ where: visibleFirms(person) })
}

/** A firm that the person sees. Throws `record_not_found` for any other. */
export async function requireFirm({ prisma, person }: Reader, id: string): Promise<FirmName> {
  if (!isId('firm', id)) throw notFound('firm')
  const where = { ...visibleFirms(person), id }
  return requireFound(await prisma.firm.findFirst({ where, select: NAME }), 'firm')
}

/** The status of each firm, by firm id. Firms that the person does not see are absent. */
export async function readStatuses({ prisma, person }: Reader, firmIds: readonly string[]) {
  const firms = await prisma.firm.findMany({
    where: { ...visibleFirms(person), id: { in: [...firmIds] } },
    select: {
      id: true,
      plan: true,
      planState: true,
      tier: true,
      identity: true,
      members: { where: { userId: person.userId }, select: { role: true } },
    },
  })
  const statuses = firms.map(({ members, identity, ...firm }) => ({
    ...firm,
    identity: readIdentity(identity),
    role: members[0]?.role ?? null,
  }))
  return new Map(statuses.map((status) => [status.id, status]))
}

/** A person's firms with the role in each, in order of id. */
export function readMemberships(prisma: PrismaClient, userId: string) {
  return prisma.member.findMany({
    where: { userId },
    select: { role: true, firm: { select: NAME } },
    orderBy: { firmId: 'asc' },
  })
}
