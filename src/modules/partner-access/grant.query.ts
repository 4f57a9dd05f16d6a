import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { pageArgs } from '../../schema/page-args.ts'
import {
  createConnection,
  decodeCursor,
  encodeCursor,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { encodeTimeCursor, parseTimeCursor, parseTimeRange } from '../../schema/time-cursor.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import { requireClient } from '../people/client.ts'
import { type ApiKey, ApiKeyType } from './api-key.type.ts'
import { type GrantDetails, readClientGrants, readKeyGrants } from './grant.reads.ts'
import { findPartnerGrant, grantMapper, type PartnerGrant, PartnerGrantType } from './grant.type.ts'
import { countClientGrants, countKeyGrants } from './grant-count.reads.ts'

builder.objectField(ApiKeyType, 'grants', (t) =>
  t.field({
    type: listType('ApiKeyGrantsConnection', PartnerGrantType),
    description: 'In any state, newest first.',
    args: pageArgs(t.arg),
    resolve: listKeyGrants,
  }),
)

builder.queryFields((t) => ({
  connectedApps: t.field({
    type: listType('QueryConnectedAppsConnection', PartnerGrantType),
    authScopes: { person: true },
    description:
      "The grants that the caller gave; for staff, any client's. Active ones first, newest first.",
    args: {
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, { clientId, ...args }, context) => listConnectedApps(clientId, args, context),
  }),
  grant: t.field({
    type: PartnerGrantType,
    nullable: true,
    authScopes: { person: true },
    description: "A grant, for its client, for the members of the key's firm, and for staff.",
    args: { id: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { id }, context) => {
      const grant = await findPartnerGrant(id, context)
      await recordGrantReads([grant.row], context)
      return grant
    },
  }),
}))

/** Records that staff have read these grants. */
export async function recordGrantReads(
  rows: readonly GrantDetails[],
  context: Context,
): Promise<void> {
  const clientIds = rows.map((row) => row.clientId)
  await recordStaffReads(clientIds, 'grants.read', requirePerson(context), context)
}

async function listKeyGrants(
  { row: { id }, loaders }: ApiKey,
  args: PageArgs,
  context: Context,
): Promise<List<PartnerGrant>> {
  const person = requirePerson(context)
  const page = parsePageRequest(args)
  const range = parseTimeRange(page, 'grant')
  const grants = await loaders.loadRows(
    `grants ${JSON.stringify(range)}`,
    id,
    async (ids) => {
      const rows = await readKeyGrants(context.database, person, ids, range, context.request.now)
      await recordGrantReads(rows, context)
      return rows.map(grantMapper())
    },
    ({ row }) => row.keyId,
  )
  const cursorOf = ({ row }: PartnerGrant) => encodeTimeCursor(positionOf(row))
  const count = async () => {
    const read = (ids: readonly string[]) => countKeyGrants(context.database.prisma, ids)
    return (await loaders.load('grant count', id, read)) ?? 0
  }
  return { ...createConnection(grants, page, cursorOf, (grant) => grant), count }
}

async function listConnectedApps(
  asked: string | null | undefined,
  args: PageArgs,
  context: Context,
): Promise<List<PartnerGrant>> {
  const clientId = await requireClient(asked, context)
  const { prisma } = context.database
  const page = parsePageRequest(args)
  const range = { limit: page.first + 1, ...parsePosition(page.after) }
  const rows = await readClientGrants(prisma, clientId, range, context.request.now)
  const connection = createConnection(rows, page, cursorOfClientGrant, grantMapper())
  return { ...connection, count: () => countClientGrants(prisma, clientId) }
}

const positionOf = ({ createdAt, id }: GrantDetails) => ({ at: createdAt, id })

function cursorOfClientGrant(row: GrantDetails): string {
  return encodeCursor([String(row.state === 'active'), encodeTimeCursor(positionOf(row))])
}

function parsePosition(cursor: string | null) {
  if (cursor === null) return { after: null, afterActive: false }
  const [active, created = ''] = decodeCursor(cursor, /^(true|false)$/, /^[\w-]+$/)
  return { after: parseTimeCursor(created, 'grant'), afterActive: active === 'true' }
}
