import { builder, type Context } from '../../schema/builder.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import type { AuditRow } from './audit.reads.ts'
import { type AuditChange, type AuditValue, isList, parseDetails, subtract } from './details.ts'
import { loadLabel } from './labels.reads.ts'

const MAX_VALUES = 1_000
// This member has ids of assets or of a collection as values. They have labels.
const LABELED_MEMBER = 'filter_values'

/** An event of a page. The events of one page share their loaders. */
export interface AuditEvent extends AuditRow {
  readonly loaders: PageLoaders
}

interface ChangeOfEvent extends AuditChange {
  readonly event: AuditEvent
}

interface RecordedValue extends ChangeOfEvent {
  readonly value: AuditValue
}

interface ListValue extends ChangeOfEvent {
  readonly value: string
}

const AuditListValueType = builder.objectRef<ListValue>('AuditListValue').implement({
  description: 'One value of a list that an event records.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'As the API writes it: a scope, a category, an address range, an id.',
    }),
    label: t.string({
      nullable: true,
      description:
        'The present title of an asset or name of a collection, for the client and staff. Otherwise null.',
      resolve: labelOf,
    }),
  }),
})

const AuditValueType = builder.objectRef<RecordedValue>('AuditValue').implement({
  description: 'A recorded value: a text, a list, or none.',
  fields: (t) => ({
    text: t.string({
      nullable: true,
      description:
        'Names, numbers and instants as the API writes them. Null for a list, and where nothing was set.',
      resolve: ({ value }) => (value === null || isList(value) ? null : String(value)),
    }),
    count: t.int({
      nullable: true,
      description: 'How many values the list has. Null where it is not a list.',
      resolve: ({ value }) => (isList(value) ? value.length : null),
    }),
    values: t.field({
      type: [AuditListValueType],
      nullable: true,
      description: 'The first values of the list. Null where it is not a list.',
      args: { first: t.arg.int({ description: `1 to ${MAX_VALUES}, 25 by default.` }) },
      resolve: listValues,
    }),
  }),
})

export const AuditChangeType = builder.objectRef<ChangeOfEvent>('AuditChange').implement({
  description: 'A member that an action changed or recorded.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the event and the member together.',
      resolve: ({ event, member }) => `${event.id}:${member}`,
    }),
    member: t.exposeString('member', {
      description: 'Its name in the API, such as expires_at. An open list.',
    }),
    before: t.field({
      type: AuditValueType,
      nullable: true,
      description:
        'Null where only the value after is recorded: for a new record, for a member that did not change, and in events of release 0.2.0 and earlier.',
      resolve: (change) => recorded(change, change.before),
    }),
    after: t.field({
      description: 'The value after the action.',
      type: AuditValueType,
      resolve: (change) => ({ ...change, value: change.after }),
    }),
    added: t.field({
      type: AuditValueType,
      nullable: true,
      description: 'The values that a changed list gained. Null where the change is not of a list.',
      resolve: (change) => recorded(change, subtract(change.after, change.before)),
    }),
    removed: t.field({
      type: AuditValueType,
      nullable: true,
      description: 'The values that a changed list lost. Null where the change is not of a list.',
      resolve: (change) => recorded(change, subtract(change.before, change.after)),
    }),
  }),
})

export function listChanges(event: AuditEvent): ChangeOfEvent[] {
  return parseDetails(event.details).map((change) => ({ ...change, event }))
}

function recorded(change: ChangeOfEvent, value: AuditValue | undefined): RecordedValue | null {
  return value === undefined ? null : { ...change, value }
}

function listValues(
  { value, ...change }: RecordedValue,
  args: { readonly first?: number | null | undefined },
): ListValue[] | null {
  const { first } = parsePageRequest(args, MAX_VALUES)
  return isList(value) ? value.slice(0, first).map((one) => ({ ...change, value: one })) : null
}

function labelOf({ value, member, event }: ListValue, _args: object, context: Context) {
  if (member !== LABELED_MEMBER) return null
  return loadLabel(event.loaders, { clientId: event.clientId, id: value }, context)
}
