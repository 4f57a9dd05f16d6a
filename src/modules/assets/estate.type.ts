import type { PortfolioAccess } from '../../access/visibility.ts'
import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { digestOf } from '../../values/digest.ts'
import { formatInstant } from '../../values/instant.ts'
import { narrower, PERCENT } from '../../values/json-schema.ts'
import type { AssetRow } from './asset.blocks.ts'
import type { HeirRow, ShareLinkRow } from './asset.related.ts'

interface Heir {
  readonly assetId: string
  readonly name: string
  readonly relationship: string | null
  readonly sharePercent: number
}

const HeirType = builder.objectRef<Heir>('Heir').implement({
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

const ShareLinkState = builder.enumType('ShareLinkState', {
  description: 'The state of a share link.',
  values: enumValues({
    active: 'It opens the asset.',
    expired: 'Its expiry has passed.',
    revoked: 'The client revoked it.',
  }),
})

interface ShareLink {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly access: PortfolioAccess
}

const ShareLinkType = builder.objectRef<ShareLink>('ShareLink').implement({
  description: 'A link by which the client shares the asset; its secret is never shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the link, which opens nothing.' }),
    label: t.exposeString('label', { description: 'The name that the client gave it.' }),
    createdAt: t.field({
      description: 'The instant at which it was created.',
      type: 'DateTime',
      resolve: ({ createdAt }) => formatInstant(createdAt),
    }),
    expiresAt: t.field({
      description: 'The instant from which it opens nothing. Null: no expiry.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ expiresAt }) => expiresAt && formatInstant(expiresAt),
    }),
    state: t.field({
      description: 'Its state now.',
      type: ShareLinkState,
      // The state must agree with `updated_at`, so it uses `clockUntil` and not the clock of the request.
      resolve: (link) => shareLinkState(link, link.access.visibility.clockUntil),
    }),
  }),
})

const ReadinessType = builder.objectRef<AssetRow>('EstateReadiness').implement({
  description: 'How ready the asset is to be inherited.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset and its readiness together.',
      resolve: ({ id }) => `${id}:readiness`,
    }),
    score: t.int({
      description: 'Percentage.',
      ...narrower(PERCENT),
      nullable: true,
      resolve: (row) => row.readiness_score ?? null,
    }),
    gaps: t.stringList({
      description: 'What is missing, as snake_case words. An open list.',
      resolve: (row) => row.readiness_gaps ?? [],
    }),
  }),
})

/** An asset as one access shows it. */
interface Shown {
  readonly access: PortfolioAccess
  readonly row: AssetRow
}

export const EstateType = builder.objectRef<Shown>('AssetEstate').implement({
  description: 'Heirs of the asset, share links and readiness of the estate.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset and the block together.',
      resolve: ({ row }) => `${row.id}:estate`,
    }),
    heirs: t.field({
      description: 'The heirs, in the order of the client.',
      type: [HeirType],
      resolve: ({ row: { id, heirs } }) => (heirs ?? []).map((heir) => heirOf(id, heir)),
    }),
    shareLinks: t.field({
      description: 'The links, oldest first.',
      type: [ShareLinkType],
      resolve: ({ row, access }) => (row.share_links ?? []).map((link) => linkOf(access, link)),
    }),
    readiness: t.field({
      description: 'How ready the asset is to be inherited.',
      type: ReadinessType,
      resolve: ({ row }) => row,
    }),
  }),
})

function heirOf(assetId: string, [name, relationship, sharePercent]: HeirRow): Heir {
  return { name, relationship, sharePercent, assetId }
}

function linkOf(access: PortfolioAccess, link: ShareLinkRow): ShareLink {
  const [id, label, createdAt, expiresAt, revokedAt] = link
  return { id, label, createdAt, expiresAt, revokedAt, access }
}

// A link that is revoked and expired counts as revoked.
function shareLinkState(
  link: Pick<ShareLink, 'expiresAt' | 'revokedAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt !== null && new Date(link.expiresAt) <= now ? 'expired' : 'active'
}
