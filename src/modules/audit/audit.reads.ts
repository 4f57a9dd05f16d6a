import type { Database } from '../../database/client.ts'
import { type EventFilter, readNewestIds, type TimeRange } from '../../database/newest.reads.ts'
import type { AuditEvent, Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { readPersonNames } from './person-names.reads.ts'

/**
 * An event. `actor` is the name of the user with this id. Without such a user it is the recorded actor, such as
 * `operator` or `product`.
 */
export type AuditRow = AuditEvent & {
  /** The name of the event's client, or else of the person who is its subject. Null if it has neither. */
  readonly personName: string | null
}

/** The column by which events are selected: their firm, their client, or the record they changed. */
export type AuditColumn = 'firmId' | 'clientId' | 'subject'

const COLUMNS: Readonly<Record<AuditColumn, string>> = {
  firmId: 'firm_id',
  clientId: 'client_id',
  subject: 'subject',
}

/** The same range of the events that match the filter, for each value of the column, newest first. */
export async function readEvents(
  { pool, prisma }: Database,
  column: AuditColumn,
  values: readonly string[],
  range: TimeRange,
  filter: EventFilter,
): Promise<AuditRow[]> {
  const list = { table: 'audit_events', parent: COLUMNS[column], at: 'at' }
  const ids = await readNewestIds(pool, list, values, range, filter)
  const events = await prisma.auditEvent.findMany({
    where: { id: { in: ids } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  const people = events.flatMap((event) => [event.actor, personOf(event)])
  const names = await readPersonNames(prisma, people)
  return events.map((event) => ({
    ...event,
    actor: names.get(event.actor) ?? event.actor,
    personName: names.get(personOf(event)) ?? null,
  }))
}

// The subject may be the id of a key or a grant. No user has such an id.
const personOf = ({ clientId, subject }: AuditEvent) => clientId ?? subject

/** The number of events that match the filter, by value of the column. A value without events is absent. */
export async function countEvents(
  prisma: PrismaClient,
  column: AuditColumn,
  values: readonly string[],
  { actions, since }: EventFilter,
): Promise<Map<string, number>> {
  const where: Prisma.AuditEventWhereInput = {
    [column]: { in: [...values] },
    ...(actions && { action: { in: [...actions] } }),
    ...(since && { at: { gte: since } }),
  }
  const counts = await prisma.auditEvent.groupBy({ by: [column], where, _count: true })
  return new Map(counts.map((count) => [count[column] ?? '', count._count]))
}
