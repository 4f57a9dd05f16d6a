import { requestsPerMinute } from '../../access/caller.ts'
import { invalidParameter } from '../../errors.ts'
import { builder, type Context } from '../../schema/builder.ts'
import { enumType, keyEnvironmentArg, TierType } from '../../schema/enums.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { createConnection, parsePageRequest } from '../../schema/paging.ts'
import { requireFound } from '../../values/ids.ts'
import { readerOf, requirePerson } from '../audit/acting-person.ts'
import { AuditEventList, eventArgs, listEvents } from '../audit/audit.type.ts'
import { requireClient } from '../people/client.ts'
import {
  countFirms,
  type FirmName,
  type FirmStatus,
  readFirms,
  readStatuses,
  requireFirm,
} from './firm.reads.ts'
import { FirmIdentityType, showIdentity } from './firm-identity.type.ts'
import { evaluateKeyManagement } from './firm-roles.ts'

/** A firm of a page. The firms of one page share their loaders. */
export interface Firm extends FirmName {
  readonly loaders: PageLoaders
}

const PlanType = enumType('Plan', 'The plan of a firm.', {
  standard: 'No management of keys.',
  enterprise: 'Keys, connection links and grants.',
})
const PlanStateType = enumType('PlanState', 'The state of the plan of a firm.', {
  active: 'Paid for.',
  past_due: 'A payment is late.',
  canceled: 'Ended.',
})
const KeyManagementType = enumType(
  'KeyManagement',
  'Whether the caller can create, rotate and change keys of the firm, or why not.',
  {
    allowed: 'The caller can.',
    not_admin:
      'The caller is not an admin of the firm. For sandbox keys: and is not a developer of it either.',
    plan_missing: 'The firm has no Enterprise plan.',
    plan_lapsed: 'The Enterprise plan of the firm is not active.',
  },
)

export const FirmType = builder.objectRef<Firm>('Firm').implement({
  description: 'An estate management firm. A partner sees only its id and name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'firm_ and a ULID.' }),
    name: t.exposeString('name', { description: 'The name of the firm.' }),
  }),
})

/** Returns the function that creates the firms of one page from their rows. The firms share their loaders. */
export function firmMapper(): (row: FirmName) => Firm {
  const loaders = new PageLoaders()
  return ({ id, name }) => ({ id, name, loaders })
}

/** A single firm, with its own loaders. */
export function firmOf(row: FirmName): Firm {
  return firmMapper()(row)
}

async function statusOf(firm: Firm, context: Context): Promise<FirmStatus> {
  const status = await firm.loaders.load('status', firm.id, (ids) =>
    readStatuses(readerOf(context), ids),
  )
  return requireFound(status, 'firm')
}

builder.objectFields(FirmType, (t) => ({
  plan: t.field({
    description: 'The plan that it has.',
    type: PlanType,
    authScopes: { person: true },
    resolve: async (firm, _args, context) => (await statusOf(firm, context)).plan,
  }),
  planState: t.field({
    description: 'The state of the plan.',
    type: PlanStateType,
    authScopes: { person: true },
    resolve: async (firm, _args, context) => (await statusOf(firm, context)).planState,
  }),
  tier: t.field({
    type: TierType,
    authScopes: { person: true },
    description: 'The tier of its production keys.',
    resolve: async (firm, _args, context) => (await statusOf(firm, context)).tier,
  }),
  requestsPerMinute: t.int({
    description: 'The limit of each production key in a minute.',
    authScopes: { person: true },
    resolve: async (firm, _args, context) => {
      const { tier } = await statusOf(firm, context)
      return requestsPerMinute({ environment: 'production', tier })
    },
  }),
  identity: t.field({
    type: FirmIdentityType,
    nullable: true,
    authScopes: { person: true },
    description: 'The identity of the firm, as staff have verified it. Null: it is not verified.',
    resolve: async (firm, _args, context) =>
      showIdentity(firm.id, (await statusOf(firm, context)).identity),
  }),
  keyManagement: t.field({
    description: 'Whether the caller can manage its keys of an environment.',
    type: KeyManagementType,
    authScopes: { person: true },
    args: { environment: keyEnvironmentArg(t.arg) },
    resolve: async (firm, { environment }, context) => {
      const status = await statusOf(firm, context)
      return evaluateKeyManagement(requirePerson(context), status, environment)
    },
  }),
  auditEvents: t.field({
    type: AuditEventList,
    authScopes: { person: true },
    description: 'Newest first.',
    args: eventArgs(t.arg),
    resolve: (firm, args, context) => listEvents('firmId', firm, args, context),
  }),
}))

builder.queryFields((t) => ({
  firm: t.field({
    type: FirmType,
    description: 'A firm, for its members and for staff.',
    args: { id: t.arg.id({ description: 'The id of the firm.', required: true }) },
    resolve: async (_root, { id }, context) => firmOf(await requireFirm(readerOf(context), id)),
  }),
  firms: t.field({
    type: listType('QueryFirmsConnection', FirmType),
    description: "The caller's firms in order of id; for staff, every firm.",
    args: pageArgs(t.arg),
    resolve: async (_root, args, context) => {
      const reader = readerOf(context)
      const page = parsePageRequest(args)
      const cursors = cursorsOf(context, 'firms')
      const [after] = cursors.read(page.after, idMember('firm')) ?? [null]
      const rows = await readFirms(reader, { after, limit: page.first + 1 })
      const cursorOf = (row: FirmName) => cursors.write([row.id])
      const connection = createConnection(rows, page, cursorOf, firmMapper())
      return { ...connection, count: () => countFirms(reader) }
    },
  }),
  auditEvents: t.field({
    type: AuditEventList,
    description:
      "The events of a firm, for its members; or, without one, those of the caller's own portfolio. Staff see both of anyone. Newest first.",
    args: {
      firmId: t.arg.id({ description: 'The firm whose events they are.' }),
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...eventArgs(t.arg),
    },
    resolve: async (_root, { firmId, clientId, ...args }, context) => {
      if (firmId != null && clientId != null)
        throw invalidParameter('Send firmId or clientId, not both.')
      const loaders = new PageLoaders()
      if (firmId == null) {
        const id = await requireClient(clientId, context)
        return listEvents('clientId', { id, loaders }, args, context)
      }
      const { id } = await requireFirm(readerOf(context), firmId)
      return listEvents('firmId', { id, loaders }, args, context)
    },
  }),
}))
