import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import { requireClient } from '../people/client.ts'
import { type GrantDetails, readGrants } from './grant.reads.ts'
import { findPartnerGrant, grantMapper, type PartnerGrant, PartnerGrantType } from './grant.type.ts'
import { type GrantListArgs, grantListArgs, grantsOfClient, parseGrantQuery } from './grant-list.ts'

builder.queryFields((t) => ({
  connectedApps: t.field({
    type: listType('QueryConnectedAppsConnection', PartnerGrantType),
    authScopes: { person: true },
    description:
      "The grants that the caller gave; for staff, any client's. Active ones first, newest first, unless an order is given.",
    args: {
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...grantListArgs(t.arg),
    },
    resolve: (_root, { clientId, ...args }, context, info) =>
      listConnectedApps(clientId, args, context, info),
  }),
  grant: t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description: "A grant, for its client, for the members of the key's firm, and for staff.",
    args: { id: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { id }, context) => {
      const grant = await findPartnerGrant(id, context)
      await recordGrantReads([grant], context)
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

async function listConnectedApps(
  asked: string | null | undefined,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const clientId = await requireClient(asked, context)
  const page = parsePageRequest(args)
  const query = await parseGrantQuery(args, 'active_first', context, info)
  const parent = { id: clientId, loaders: new PageLoaders() }
  return listBelow(parent, page, context, {
    rows: grantsOfClient(query),
    noun: 'grant',
    bound: (id) => ['connectedApps', id, { ...query }],
    read: (ids) => readGrants(context.database.prisma, ids, context.request.now, { clientId }),
    toNode: grantMapper(),
  })
}
