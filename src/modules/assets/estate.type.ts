import { limitCaching } from '../../access/request-context.ts'
import { builder } from '../../schema/builder.ts'
import type { AssetRow } from './asset.blocks.ts'
import type { ShareLinkRow } from './asset.related.ts'

const HeirType = builder
  .objectRef<{
    id: string
    name: string
    relationship: string | null
    sharePercent: number
  }>('Heir')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Names the place in the list of heirs of the asset.' }),
      name: t.exposeString('name'),
      relationship: t.exposeString('relationship', { nullable: true }),
      sharePercent: t.exposeFloat('sharePercent', {
        description: 'Of the asset, 0 to 100, with at most two places.',
      }),
    }),
  })

const ShareLinkState = builder.enumType('ShareLinkState', {
  values: ['active', 'expired', 'revoked'] as const,
})

const ShareLinkType = builder.objectRef<ShareLinkRow>('ShareLink').implement({
  description: 'A link by which the client shares the asset; its secret is never shown.',
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    state: t.field({
      type: ShareLinkState,
      resolve: (link, _args, { request }) => {
        const state = shareLinkState(link, request.now)
        if (state === 'active' && link.expiresAt) limitCaching(request, new Date(link.expiresAt))
        return state
      },
    }),
  }),
})

const ReadinessType = builder.objectRef<AssetRow>('EstateReadiness').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the asset.' }),
    score: t.int({ nullable: true, resolve: (row) => row.readiness_score ?? null }),
    gaps: t.stringList({ resolve: (row) => row.readiness_gaps ?? [] }),
  }),
})

export const EstateType = builder.objectRef<AssetRow>('AssetEstate').implement({
  description: 'Heirs of the asset, share links and readiness of the estate.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the asset.' }),
    heirs: t.field({
      type: [HeirType],
      resolve: ({ id, heirs }) =>
        (heirs ?? []).map((heir, index) => ({ ...heir, id: `${id}:${index + 1}` })),
    }),
    shareLinks: t.field({ type: [ShareLinkType], resolve: (row) => row.share_links ?? [] }),
    readiness: t.field({ type: ReadinessType, resolve: (row) => row }),
  }),
})

/** The state of a link at an instant; revoked wins over expired. */
export function shareLinkState(
  link: Pick<ShareLinkRow, 'expiresAt' | 'revokedAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt !== null && new Date(link.expiresAt) <= now ? 'expired' : 'active'
}
