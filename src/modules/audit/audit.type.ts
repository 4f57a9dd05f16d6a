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
import { recordStaffReads } from './staff-reads.writes.ts'

const MAX_SHOWN_VALUES = 20

interface AuditChange {
  readonly name: string
  readonly value: string
}

const AuditChangeType = builder.objectRef<AuditChange>('AuditChange').implement({
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
})

const AuditEventType = builder.objectRef<AuditRow>('AuditEvent').implement({
  description: 'Who did what to whom.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actor: t.exposeString('actor', { description: 'A name, or “operator”.' }),
    action: t.exposeString('action', { description: 'Such as key.created; an open list.' }),
    subject: t.exposeID('subject', { description: 'The id of what was done to.' }),
    requestId: t.exposeString('request_id', { nullable: true }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'How it stood after that, in words fit to show.',
      resolve: ({ details }) => Object.entries(details).map(describeChange),
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
): Promise<List<AuditRow>> {
  const pool = poolOf(context)
  const page = parsePageRequest(args)
  const span = { limit: page.first + 1, after: parsePosition(page.after) }
  const found = await together.read(`events ${JSON.stringify(span)}`, (values) =>
    readEvents(pool, column, values, span),
  )
  const rows = found.filter((row) => row.found_by === value)
  const clientIds = rows.flatMap(({ client_id }) => client_id ?? [])
  await recordStaffReads(clientIds, 'grants.read', requirePerson(context), context)
  const cursorOf = (row: AuditRow) => encodeCursor([row.at.toISOString(), row.id])
  const count = async () => {
    const counts = await together.read('event count', (values) => countEvents(pool, column, values))
    return counts.get(value) ?? 0
  }
  return { ...createConnection(rows, page, cursorOf, (row) => row), count }
}

function parsePosition(cursor: string | null): { at: Date; id: string } | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^event_\w+$/)
  const at = parseInstant(text)
  if (!at) throw invalidCursor()
  return { at, id }
}

function describeChange([name, value]: [string, unknown]): AuditChange {
  return { name: name.replaceAll('_', ' '), value: describeValue(value) }
}

// A filter names up to 1,000 assets, which nobody reads in a history.
function describeList(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  const told = values.slice(0, MAX_SHOWN_VALUES).map(String).join(', ')
  return values.length > MAX_SHOWN_VALUES
    ? `${told} and ${values.length - MAX_SHOWN_VALUES} more`
    : told
}

function describeValue(value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return describeList(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
