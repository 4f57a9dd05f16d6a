import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
import type { AuditEvent, PrismaClient } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/builder.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { snakeCase } from '../../values/text.ts'

export type AuditRow = Awaited<ReturnType<typeof readEvents>>[number]

/** The column by which events are selected: their firm, their client, or the record they changed. */
export type AuditColumn = 'firmId' | 'clientId' | 'subject'

/** More events are not counted: a firm may have millions. */
export const COUNTED_EVENTS = 100_000

/** The events whose column has the value of the parent, newest first. The conditions allow `actions` alone. */
export function eventsBy(
  column: AuditColumn,
  conditions: RowList['conditions'],
  actions: readonly string[] | undefined,
): RowList {
  const parent = `r.${snakeCase(column)}`
  const among = actions && column === 'firmId' ? { column: 'r.action', values: actions } : undefined
  const list = { from: 'audit_events r', parent, order: newestFirst('r.at'), conditions, among }
  return { ...list, countedTo: COUNTED_EVENTS }
}

/**
 * Events by id, in no order. The caller must have been checked. `actor` is the name of the user with this id, or else the
 * recorded actor, such as `operator`, `product` or the id of a key. `personName` is the name of the event's client, or
 * else of the person who is its subject.
 */
export async function readEvents(prisma: PrismaClient, ids: readonly string[]) {
  const events = await prisma.auditEvent.findMany({ where: { id: { in: [...ids] } } })
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

/** The name of the user who created an object. Null: no user did. */
export async function loadCreator(
  { createdBy, loaders }: { readonly createdBy: string | null; readonly loaders: PageLoaders },
  _args: object,
  { database }: Context,
): Promise<string | null> {
  if (createdBy === null) return null
  const read = (ids: readonly string[]) => readPersonNames(database.prisma, ids)
  return (await loaders.load('creator', createdBy, read)) ?? null
}

// Ids of no user, such as `operator`, are absent.
async function readPersonNames(
  prisma: PrismaClient,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const users = await prisma.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(users.map(({ id, name }) => [id, name]))
}
