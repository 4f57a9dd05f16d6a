import { intersectScopes, parseScopes, type Scope } from '../../access/scopes.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { invalidParameter } from '../../errors.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { selectedFields } from '../../schema/selection.ts'
import { digestOf } from '../../values/ids.ts'
import { assetMapper } from '../assets/asset.connection.ts'
import { readAssets } from '../assets/asset.reads.ts'
import { AssetPreviewType } from '../assets/asset.type.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { GrantFilterInput, parseFilter } from '../grants/grant-filter.type.ts'
import { requireOwnGrant } from '../grants/grant-parties.ts'
import { requireOwnPortfolio } from '../people/client.ts'
import { openLink, requireApprovable } from './consent-request.reads.ts'
import { countPreview, type PreviewCounts } from './preview.reads.ts'

const PREVIEWS_A_MINUTE = 120
const WHOLE = { category: null, minValue: null, maxValue: null, updatedSince: null, search: null }
const FIRST_ONE = { limit: 1, offset: 0, after: null }

interface GrantPreview extends PreviewCounts {
  /** The portfolio exactly as the partner would see it. */
  readonly access: PortfolioAccess
}

const ScopePreviewType = builder
  .objectRef<{ id: string; scope: Scope; count: number }>('ScopePreview')
  .implement({
    description: 'How much a grant would show under one scope.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Identifies the terms and the scope together.' }),
      scope: t.expose('scope', { description: 'The scope.', type: ScopeType }),
      count: t.exposeInt('count', {
        description: 'Assets inside the filter that have something to show under the scope.',
      }),
    }),
  })

const GrantPreviewType = builder.objectRef<GrantPreview>('GrantPreview').implement({
  description: "The part of the caller's own portfolio that a grant would show.",
  fields: (t) => ({
    id: t.id({
      description: 'The same for the same scopes and filter, over the same portfolio.',
      resolve: idOfTerms,
    }),
    assetCount: t.exposeInt('assets', { description: 'Inside the filter.' }),
    totalCount: t.exposeInt('total', { description: 'In the whole portfolio.' }),
    scopes: t.field({
      type: [ScopePreviewType],
      description: 'Those that the partner would have.',
      resolve: (preview) => {
        const terms = idOfTerms(preview)
        const counts = [...preview.scopes]
        return counts.map(([scope, count]) => ({ id: `${terms}:${scope}`, scope, count }))
      },
    }),
    example: t.field({
      type: AssetPreviewType,
      nullable: true,
      description: 'The first asset inside the filter, exactly as the partner would see it.',
      resolve: async ({ access }, _args, context, info) => {
        const asked = selectedFields(info, [])
        const { visibility } = access
        const pool = poolOf(context)
        const extras = { total: false, newest: false }
        const { rows } = await readAssets(pool, visibility, WHOLE, null, FIRST_ONE, asked, extras)
        const [row] = rows
        return row ? assetMapper(access)(row) : null
      },
    }),
  }),
})

builder.queryField('grantPreview', (t) =>
  t.field({
    type: GrantPreviewType,
    description:
      'The assets that a grant by this link, or this grant with these terms, would show.',
    args: {
      link: t.arg.string({ description: 'The connection link, without a grant.' }),
      grantId: t.arg.id({ description: 'The grant, without a link.' }),
      scopes: t.arg({
        description: 'The scopes that the grant would have; registry is added.',
        type: [ScopeType],
        required: true,
      }),
      filter: t.arg({ description: 'The assets shown.', type: GrantFilterInput, required: true }),
    },
    resolve: async (_root, { scopes, filter, ...of }, context, info) => {
      await context.fieldLimits.use(context, info, PREVIEWS_A_MINUTE)
      const own = await requireOwnPortfolio(context)
      const shown = intersectScopes(parseScopes(scopes), await keyScopesOf(of, context))
      const visibility = { ...own.visibility, scopes: shown, filter: parseFilter(filter) }
      // The counts by scope are read only if they are selected: they would delay the live count.
      const counted = selectedFields(info, []).has('scopes') ? [...shown] : []
      const counts = await countPreview(poolOf(context), visibility, counted)
      return { ...counts, access: { ...own, visibility } }
    },
  }),
)

// The id covers everything that decides the counts.
function idOfTerms({ access: { visibility } }: GrantPreview): string {
  const { clientId, scopes, filter } = visibility
  return `preview_${digestOf([clientId, [...scopes], filter])}`
}

type PreviewOf = Partial<Record<'link' | 'grantId', string | null | undefined>>

async function keyScopesOf({ link, grantId }: PreviewOf, context: Context) {
  if (link != null && grantId == null) {
    const request = await openLink(link, requirePerson(context).userId, context)
    requireApprovable(request)
    return request.key.scopes
  }
  if (grantId != null && link == null) return (await requireOwnGrant(grantId, context)).key.scopes
  throw invalidParameter('grantPreview takes one of link and grantId.')
}
