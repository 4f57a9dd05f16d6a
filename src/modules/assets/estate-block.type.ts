import { builder } from '../../schema/builder.ts'
import { digestOf } from '../../values/ids.ts'
import { narrower, PERCENT } from '../../values/json.ts'
import type { Asset } from './asset.type.ts'
import { EMPTY, readEstate, type ShareLink } from './stored-blocks.ts'

interface HeirOf {
  readonly assetId: string
  readonly name: string
  readonly relationship: string | null
  readonly sharePercent: number
}

const HeirType = builder.objectRef<HeirOf>('Heir').implement({
  description: 'A person who inherits a share of the asset.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset and the other members together.',
      // The id does not use the position: after a reorder, the same id would name another heir in a cache.
      resolve: ({ assetId, ...shown }) => `${assetId}:${digestOf(shown)}`,
    }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    relationship: t.exposeString('relationship', {
      description: 'To the client, such as daughter.',
      nullable: true,
    }),
    sharePercent: t.exposeFloat('sharePercent', {
      description: 'Percentage of the asset, with at most two places.',
      ...narrower(PERCENT),
    }),
  }),
})

const ShareLinkType = builder.objectRef<ShareLink>('ShareLink').implement({
  description: 'A link by which the client shares the asset; its secret is never shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the link, which opens nothing.' }),
    label: t.exposeString('label', { description: 'The name that the client gave it.' }),
    createdAt: t.expose('created_at', {
      description: 'The instant at which it was created.',
      type: 'DateTime',
    }),
    expiresAt: t.expose('expires_at', {
      description: 'The instant from which it opens nothing. Null: no expiry.',
      type: 'DateTime',
      nullable: true,
    }),
    revokedAt: t.expose('revoked_at', {
      description: 'The instant at which the client revoked it. Null: not revoked.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

interface Readiness {
  readonly id: string
  readonly score: number | null
  readonly gaps: string[]
}

const ReadinessType = builder.objectRef<Readiness>('EstateReadiness').implement({
  description: 'How ready the asset is to be inherited.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and its readiness together.' }),
    score: t.exposeInt('score', {
      description: 'Percentage.',
      ...narrower(PERCENT),
      nullable: true,
    }),
    gaps: t.exposeStringList('gaps', {
      description: 'What is missing, as snake_case words. An open list.',
    }),
  }),
})

interface Estate {
  readonly id: string
  readonly heirs: HeirOf[]
  readonly shareLinks: ShareLink[]
  readonly readiness: Readiness
}

export const EstateType = builder.objectRef<Estate>('AssetEstate').implement({
  description: 'Heirs of the asset, share links and readiness of the estate.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    heirs: t.expose('heirs', {
      description: 'The heirs, in the order of the client.',
      type: [HeirType],
    }),
    shareLinks: t.expose('shareLinks', {
      description: 'The links, oldest first.',
      type: [ShareLinkType],
    }),
    readiness: t.expose('readiness', {
      description: 'How ready the asset is to be inherited.',
      type: ReadinessType,
    }),
  }),
})

/** The members of the block. */
export function toEstate({ row }: Asset): Estate {
  const { id } = row
  const { heirs, share_links: links, readiness } = readEstate(row.estate ?? null)
  return {
    id: `${id}:estate`,
    heirs: heirs.map(({ share_percent: sharePercent, name, relationship }) => ({
      name,
      relationship,
      sharePercent,
      assetId: id,
    })),
    shareLinks: [...links],
    readiness: { id: `${id}:readiness`, score: readiness.score, gaps: [...readiness.gaps] },
  }
}

/** The text of the block. */
export function estateText({ row }: Asset): string {
  return row.estate ?? EMPTY.estate
}
