import { limitCaching } from '../../access/request-context.ts'
import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enum-values.ts'
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
    description: 'A person who inherits a share of the asset.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Names the place in the list of heirs of the asset.' }),
      name: t.exposeString('name', { description: 'The name of the person.' }),
      relationship: t.exposeString('relationship', {
        description: 'To the client, such as daughter.',
        nullable: true,
      }),
      sharePercent: t.exposeFloat('sharePercent', {
        description: 'Of the asset, 0 to 100, with at most two places.',
      }),
    }),
  })

const ShareLinkState = builder.enumType('ShareLinkState', {
  description: 'The state of a share link.',
  values: enumValues({
    active: 'It opens the asset.',
    expired: 'Its expiry has passed.',
    revoked: 'The client revoked it.',
  }),
})

const ShareLinkType = builder.objectRef<ShareLinkRow>('ShareLink').implement({
  description: 'A link by which the client shares the asset; its secret is never shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the link, which opens nothing.' }),
    label: t.exposeString('label', { description: 'The name that the client gave it.' }),
    createdAt: t.expose('createdAt', {
      description: 'The instant at which it was created.',
      type: 'DateTime',
    }),
    expiresAt: t.expose('expiresAt', {
      description: 'The instant from which it opens nothing. Null: no expiry.',
      type: 'DateTime',
      nullable: true,
    }),
    state: t.field({
      description: 'Its state now.',
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
  description: 'How ready the asset is to be inherited.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the asset.' }),
    score: t.int({
      description: 'A percentage.',
      nullable: true,
      resolve: (row) => row.readiness_score ?? null,
    }),
    gaps: t.stringList({
      description: 'What is missing, as snake_case words. An open list.',
      resolve: (row) => row.readiness_gaps ?? [],
    }),
  }),
})

export const EstateType = builder.objectRef<AssetRow>('AssetEstate').implement({
  description: 'Heirs of the asset, share links and readiness of the estate.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the asset.' }),
    heirs: t.field({
      description: 'The heirs, in the order of the client.',
      type: [HeirType],
      resolve: ({ id, heirs }) =>
        (heirs ?? []).map((heir, index) => ({ ...heir, id: `${id}:${index + 1}` })),
    }),
    shareLinks: t.field({
      description: 'The links, oldest first.',
      type: [ShareLinkType],
      resolve: (row) => row.share_links ?? [],
    }),
    readiness: t.field({
      description: 'How ready the asset is to be inherited.',
      type: ReadinessType,
      resolve: (row) => row,
    }),
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
