import { queryFromInfo } from '@pothos/plugin-prisma'
import { type OpenGrant, openGrant, scopesOf, whereGranted } from './access.ts'
import { Asset } from './asset.ts'
import { builder } from './builder.ts'
import type { Asset as AssetRow } from './generated/prisma/client.ts'
import { prisma } from './prisma.ts'

interface AssetPage {
  readonly grant: OpenGrant
  readonly assets: AssetRow[]
  readonly totalCount: number
}

const AssetPageType = builder.objectRef<AssetPage>('AssetPage').implement({
  fields: (t) => ({
    currency: t.string({ resolve: ({ grant }) => grant.portfolio.currency }),
    asOf: t.field({ type: 'DateTime', resolve: ({ grant }) => grant.portfolio.changedAt }),
    nodes: t.field({ type: [Asset], resolve: ({ assets }) => assets }),
    totalCount: t.exposeInt('totalCount'),
  }),
})

builder.queryField('assets', (t) =>
  t.field({
    type: AssetPageType,
    args: {
      clientId: t.arg.string({ required: true }),
      page: t.arg.int({ defaultValue: 1 }),
      pageSize: t.arg.int({ defaultValue: 25 }),
    },
    resolve: async (_root, args, context, info) => {
      const grant = await openGrant(context.key, args.clientId)
      context.scopes = scopesOf(context.key, grant)
      const where = whereGranted(grant)
      const take = Math.min(Math.max(args.pageSize ?? 25, 1), 100)
      const skip = (Math.max(args.page ?? 1, 1) - 1) * take
      const [assets, totalCount] = await Promise.all([
        prisma.asset.findMany({
          ...queryFromInfo({ context, info, typeName: 'Asset', path: ['nodes'] }),
          where,
          orderBy: { registryId: 'asc' },
          skip,
          take,
        }),
        prisma.asset.count({ where }),
      ])
      return { grant, assets, totalCount }
    },
  }),
)

export const schema = builder.toSchema()
