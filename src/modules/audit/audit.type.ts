import type { BatchLoader } from '../../schema/batch-loader.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
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
import { type AuditColumn, type AuditRow, countEvents, readEvents } from './audit.reads.ts'
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

/** A page of the events of one among several that are read together, newest first. */
export async function listEvents(
  column: AuditColumn,
  value: string,
  together: BatchLoader<string>,
  args: PageArgs,
  context: Context,
): Promise<List<AuditEvent>> {
  const pool = poolOf(context)
  const person = requirePerson(context)
  const page = parsePageRequest(args)
  const span = { limit: page.first + 1, after: parsePosition(page.after) }
  const found = await together.read(`events ${JSON.stringify(span)}`, async (values) => ({
    rows: await readEvents(pool, column, values, span),
    labels: createLabelLoader(pool, person),
  }))
  const rows = found.rows.filter((row) => row.found_by === value)
  const clientIds = rows.flatMap(({ client_id }) => client_id ?? [])
  await recordStaffReads(clientIds, 'grants.read', person, context)
  const cursorOf = (row: AuditRow) => encodeCursor([row.at.toISOString(), row.id])
  const count = async () => {
    const counts = await together.read('event count', (values) => countEvents(pool, column, values))
    return counts.get(value) ?? 0
  }
  return {
    ...createConnection(rows, page, cursorOf, (row) => ({ row, labels: found.labels })),
    count,
  }
}

function parsePosition(cursor: string | null): { at: Date; id: string } | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^event_\w+$/)
  const at = parseInstant(text)
  if (!at) throw invalidCursor()
  return { at, id }
}
