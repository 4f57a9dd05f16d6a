import type { ObjectRef } from '@pothos/core'
import { builder, type Context, instant, type Types } from '../../schema/builder.ts'
import {
  type Arg,
  type List,
  listBelow,
  listType,
  type Parent,
  pageArgs,
} from '../../schema/list.type.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { recordStaffReads, requirePerson } from './acting-person.ts'
import { type AuditColumn, COUNTED_EVENTS, eventsBy, readEvents } from './audit.reads.ts'
import { AUDIT_KINDS, type AuditKind, AuditKindType } from './audit-kinds.ts'
import { AuditChangeType, type AuditEvent, listChanges } from './change.type.ts'
import {
  actionsOf,
  boundEvents,
  type EventFilterArgs,
  lastDaysArg,
  parseEventFilter,
} from './event-filter.ts'

const AuditEventType = builder.objectRef<AuditEvent>('AuditEvent').implement({
  description: 'A recorded action.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'event_ and a ULID.' }),
    at: instant(t, 'at', 'The instant of the action.'),
    actor: t.exposeString('actor', {
      description:
        'A name, “operator”, the id of a key that did it by itself, or “product” for an action of the gateway.',
    }),
    action: t.exposeString('action', {
      description: 'Such as key.created. New values may be added.',
    }),
    subject: t.exposeID('subject', { description: 'The id of the thing that the action changed.' }),
    personName: t.exposeString('personName', {
      description:
        'The name of the client whose portfolio it concerns, or of the person that it changed. Null where it concerns neither.',
      nullable: true,
    }),
    requestId: t.exposeString('requestId', {
      description:
        'The id of the request that did it. Null for a command of an operator, and for what the gateway did by itself.',
      nullable: true,
    }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'The changes that the action made or recorded, by member.',
      resolve: listChanges,
    }),
  }),
})

export const AuditEventList = listType(
  'AuditEventsConnection',
  AuditEventType,
  `The number of entries in the whole list, at most ${COUNTED_EVENTS}: then there may be more.`,
)

export function eventArgs(arg: Arg) {
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
  requirePerson(context)
  const conditions = parseEventFilter(AUDIT_KINDS, args, context.request.now)
  return listBelow(parent, parsePageRequest(args), context, {
    rows: eventsBy(column, conditions, actionsOf(AUDIT_KINDS, args.kinds)),
    noun: 'event',
    bound: (id) => ['events', column, id, boundEvents(args)],
    read: async (ids) => {
      const rows = await readEvents(context.database.prisma, ids)
      const clientIds = rows.flatMap(({ clientId }) => clientId ?? [])
      await recordStaffReads(clientIds, 'grants.read', context)
      return rows
    },
    toNode: (row) => ({ ...row, loaders: parent.loaders }),
  })
}

/** Adds the field `auditEvents` to a type. The rows of the type must be subjects of events. */
export function addHistory<Of extends Parent>(
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
