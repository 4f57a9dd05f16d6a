import { builder, instant, instantOrNull } from '../../schema/builder.ts'
import { digestOf } from '../../values/ids.ts'
import { narrower, PERCENT } from '../../values/json.ts'
import { KNOWN_WORDS } from '../../values/known-words.ts'
import type { Asset } from './asset.type.ts'
import { readEstate } from './stored-blocks.ts'

type Estate = ReturnType<typeof toEstate>

const HeirType = builder.objectRef<Estate['heirs'][number]>('Heir').implement({
  description: 'A person who inherits a share of the asset.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset and the other members together.',
      // The id does not use the position: after a reorder, the same id would name another heir in a cache.
      resolve: ({ assetId, name, relationship, share_percent: sharePercent }) =>
        `${assetId}:${digestOf({ name, relationship, sharePercent })}`,
    }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    relationship: t.exposeString('relationship', {
      description: 'To the client, such as daughter.',
      nullable: true,
    }),
    sharePercent: t.exposeFloat('share_percent', {
      description: 'Percentage of the asset, with at most two places.',
      ...narrower(PERCENT),
    }),
  }),
})

const ShareLinkType = builder.objectRef<Estate['share_links'][number]>('ShareLink').implement({
  description: 'A link by which the client shares the asset; its secret is never shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the link, which opens nothing.' }),
    label: t.exposeString('label', { description: 'The name that the client gave it.' }),
    createdAt: instant(t, 'created_at', 'The instant at which it was created.'),
    expiresAt: instantOrNull(
      t,
      'expires_at',
      'The instant from which it opens nothing. Null: no expiry.',
    ),
    revokedAt: instantOrNull(t, 'revoked_at', 'When the client revoked it. Null: never.'),
  }),
})

const ReadinessType = builder.objectRef<Estate['readiness']>('EstateReadiness').implement({
  description: 'How ready the asset is to be inherited.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and its readiness together.' }),
    score: t.exposeInt('score', {
      description: 'Percentage.',
      ...narrower(PERCENT),
      nullable: true,
    }),
    gaps: t.exposeStringList('gaps', {
      description: 'The gaps, as snake_case words. An open list.',
      ...narrower({ 'x-extensible-enum': KNOWN_WORDS.gaps }),
    }),
  }),
})

export const EstateType = builder.objectRef<Estate>('AssetEstate').implement({
  description: 'Heirs of the asset, share links and readiness of the estate.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    heirs: t.expose('heirs', {
      description: 'The heirs, in the order of the client.',
      type: [HeirType],
    }),
    shareLinks: t.expose('share_links', {
      description: 'The links, oldest first.',
      type: [ShareLinkType],
    }),
    readiness: t.expose('readiness', {
      description: 'How ready the asset is to be inherited.',
      type: ReadinessType,
    }),
  }),
})

export function toEstate({ row }: Asset) {
  const { id } = row
  const { heirs, share_links, readiness } = readEstate(row.estate)
  return {
    id: `${id}:estate`,
    heirs: heirs.map((heir) => ({ ...heir, assetId: id })),
    share_links: [...share_links],
    readiness: { id: `${id}:readiness`, ...readiness },
  }
}
