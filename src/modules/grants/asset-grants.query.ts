import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { pageType } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { pageArgs } from '../../schema/page-args.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { type Connection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requireClient } from '../people/client.ts'
import { readShowingGrants } from './asset-grants.reads.ts'
import { readGrants } from './grant.reads.ts'
import { grantMapper, type PartnerGrant, PartnerGrantType } from './grant.type.ts'
import { LIVE_GRANTS } from './grant-list.reads.ts'

const ASSETS_A_MINUTE = 120

builder.queryField('assetGrants', (t) =>
  t.field({
    type: pageType('QueryAssetGrantsConnection', PartnerGrantType),
    authScopes: { person: true },
    description:
      "The grants under which a key can read this asset now, each within its effectiveScopes: of the caller's own portfolio; for staff, of any client's. Newest first. Pages are taken from all live grants, so one may have fewer entries than asked for although others follow.",
    args: {
      registryId: t.arg.id({ description: 'The registry id of the asset.', required: true }),
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, { registryId, clientId: asked, ...args }, context, info) => {
      await context.fieldLimits.use(context, info, ASSETS_A_MINUTE)
      const clientId = await requireClient(asked, context)
      return listAssetGrants(clientId, registryId, args, context)
    },
  }),
)

async function listAssetGrants(
  clientId: string,
  registryId: string,
  args: PageArgs,
  context: Context,
): Promise<Connection<PartnerGrant>> {
  const parent = { id: clientId, loaders: new PageLoaders() }
  const connection = await listBelow(parent, parsePageRequest(args), context, {
    rows: LIVE_GRANTS,
    noun: 'grant',
    bound: () => ['assetGrants', clientId, registryId],
    read: (ids) => readGrants(context.database.prisma, ids, context.request.now, { clientId }),
    toNode: grantMapper(),
  })
  const rows = connection.edges.map(({ node }) => node.row)
  const showing = await readShowingGrants(poolOf(context), clientId, registryId, rows)
  return { ...connection, edges: connection.edges.filter(({ node }) => showing.has(node.row.id)) }
}
