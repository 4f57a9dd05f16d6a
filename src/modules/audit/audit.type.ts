import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import {
  createConnection,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { requirePerson } from './acting-person.ts'
import { type AuditColumn, countEvents, readEvents } from './audit.reads.ts'
import { AuditChangeType, type AuditEvent, listChanges } from './change.type.ts'
import { createLabelLoader } from './labels.reads.ts'
import { recordStaffReads } from './staff-reads.writes.ts'

const AuditEventType = builder.objectRef<AuditEvent>('AuditEvent').implement({
  description: 'Who did what to whom.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    at: t.field({ type: 'DateTime', resolve: ({ row }) => row.at }),
    actor: t.string({
      description: 'A name, or “operator”.',
      resolve: ({ row }) => row.actor,
    }),
    action: t.string({
      description: 'Such as key.created; an open list.',
      resolve: ({ row }) => row.action,
    }),
    subject: t.id({
      description: 'The id of what was done to.',
      resolve: ({ row }) => row.subject,
    }),
    requestId: t.string({ nullable: true, resolve: ({ row }) => row.request_id }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'What the action changed, set or stated, by member.',
      resolve: listChanges,
    }),
  }),
})

export const AuditEventList = listType('AuditEventsConnection', AuditEventType)

/** A page of the events whose `column` has the value, newest first. */
export async function listEvents(
  column: AuditColumn,
  value: string,
  loaders: PageLoaders,
  args: PageArgs,
  context: Context,
): Promise<List<AuditEvent>> {
  const pool = poolOf(context)
  const person = requirePerson(context)
  const page = parsePageRequest(args)
  const span = { limit: page.first + 1, after: parsePosition(page.after) }
  const events = await loaders.loadRows(
    `events ${JSON.stringify(span)}`,
    value,
    async (values) => {
      const rows = await readEvents(pool, column, values, span)
      const labels = createLabelLoader(pool, person)
      return rows.map((row) => ({ row, labels }))
    },
    ({ row }) => row.found_by,
  )
  const clientIds = events.flatMap(({ row }) => row.client_id ?? [])
  await recordStaffReads(clientIds, 'grants.read', person, context)
  const cursorOf = ({ row }: AuditEvent) => encodeCursor([row.at.toISOString(), row.id])
  const count = async () => {
    const read = (values: readonly string[]) => countEvents(pool, column, values)
    return (await loaders.load('event count', value, read)) ?? 0
  }
  return { ...createConnection(events, page, cursorOf, (event) => event), count }
}

function parsePosition(cursor: string | null): { at: Date; id: string } | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^event_\w+$/)
  const at = parseInstant(text)
  if (!at) throw invalidCursor()
  return { at, id }
}
