import type { ArgBuilder, ObjectRef } from '@pothos/core'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import {
  boundEvents,
  type EventFilterArgs,
  lastDaysArg,
  parseEventFilter,
} from '../../schema/event-filter.ts'
import { type List, listType, pageArgs } from '../../schema/list.type.ts'
import { listBelow, type Parent } from '../../schema/list-below.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from './acting-person.ts'
import { type AuditColumn, eventsBy, readEvents } from './audit.reads.ts'
import { AUDIT_KINDS, type AuditKind, AuditKindType } from './audit-kinds.ts'
import { AuditChangeType, type AuditEvent, listChanges } from './change.type.ts'
import { createLabelLoader } from './labels.reads.ts'
import { recordStaffReads } from './staff-reads.writes.ts'

const AuditEventType = builder.objectRef<AuditEvent>('AuditEvent').implement({
  description: 'A recorded action.',
  fields: (t) => ({
    id: t.id({ description: 'event_ and a ULID.', resolve: ({ row }) => row.id }),
    at: t.field({
      description: 'The instant of the action.',
      type: 'DateTime',
      resolve: ({ row }) => row.at,
    }),
    actor: t.string({
      description:
        'A name, “operator”, the id of a key that did it by itself, or “product” for an action of the gateway.',
      resolve: ({ row }) => row.actor,
    }),
    action: t.string({
      description: 'Such as key.created. New values may be added.',
      resolve: ({ row }) => row.action,
    }),
    subject: t.id({
      description: 'The id of the thing that the action changed.',
      resolve: ({ row }) => row.subject,
    }),
    personName: t.string({
      description:
        'The name of the client whose portfolio it concerns, or of the person that it changed. Null where it concerns neither.',
      nullable: true,
      resolve: ({ row }) => row.personName,
    }),
    requestId: t.string({
      description:
        'The id of the request that did it. Null for a command of an operator, and for what the gateway did by itself.',
      nullable: true,
      resolve: ({ row }) => row.requestId,
    }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'The changes that the action made or recorded, by member.',
      resolve: listChanges,
    }),
  }),
})

export const AuditEventList = listType('AuditEventsConnection', AuditEventType)

/** The arguments of a list of events. */
export function eventArgs(arg: ArgBuilder<typeof builder.$inferSchemaTypes>) {
  return {
    ...pageArgs(arg),
    kinds: arg({ type: [AuditKindType], description: 'Only events of these kinds.' }),
    lastDays: lastDaysArg(arg),
  }
}

/** A page of the events that match the arguments and whose `column` has the id of the parent, newest first. */
export async function listEvents(
  column: AuditColumn,
  parent: Parent,
  args: PageArgs & EventFilterArgs<AuditKind>,
  context: Context,
): Promise<List<AuditEvent>> {
  const person = requirePerson(context)
  const page = parsePageRequest(args)
  const labels = createLabelLoader(poolOf(context), person)
  return listBelow(parent, page, context, {
    rows: eventsBy(column, parseEventFilter(AUDIT_KINDS, args, context.request.now)),
    noun: 'event',
    bound: (id) => ['events', column, id, boundEvents(args)],
    read: async (ids) => {
      const rows = await readEvents(context.database.prisma, ids)
      const clientIds = rows.flatMap(({ clientId }) => clientId ?? [])
      await recordStaffReads(clientIds, 'grants.read', person, context)
      return rows
    },
    toNode: (row) => ({ row, labels }),
  })
}

type Types = typeof builder.$inferSchemaTypes

interface Subject {
  readonly id: string
  readonly loaders: PageLoaders
}

/** Adds the field `auditEvents` to a type. The rows of the type must be subjects of events. */
export function addHistory<Of extends Subject>(
  type: ObjectRef<Types, Of, Of>,
  description: string,
): void {
  builder.objectField(type, 'auditEvents', (t) =>
    t.field({
      type: AuditEventList,
      description,
      args: eventArgs(t.arg),
      resolve: (subject, args, context) => listEvents('subject', subject, args, context),
    }),
  )
}
