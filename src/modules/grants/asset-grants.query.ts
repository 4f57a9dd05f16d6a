import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { pageArgs } from '../../schema/page-args.ts'
import {
  type Connection,
  createConnection,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { parseTimeRange, timeCursorIn } from '../../schema/time-cursor.ts'
import { requireClient } from '../people/client.ts'
import { readShowingGrants } from './asset-grants.reads.ts'
import { readLiveGrants } from './grant.reads.ts'
import { grantMapper, type PartnerGrant, PartnerGrantType } from './grant.type.ts'

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
  const page = parsePageRequest(args)
  const cursors = cursorsOf(context, 'assetGrants', clientId, registryId)
  const range = parseTimeRange(page, 'grant', cursors)
  const rows = await readLiveGrants(context.database.prisma, clientId, range, context.request.now)
  const showing = await readShowingGrants(poolOf(context), clientId, registryId, rows)
  const timeCursor = timeCursorIn(cursors)
  const cursorOf = ({ row }: PartnerGrant) => timeCursor({ at: row.createdAt, id: row.id })
  const connection = createConnection(
    rows.map(grantMapper(context)),
    page,
    cursorOf,
    (grant) => grant,
  )
  const edges = connection.edges.filter(({ node }) => showing.has(node.row.id))
  return { ...connection, edges }
}
