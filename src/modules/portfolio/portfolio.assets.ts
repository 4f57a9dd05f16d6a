import type { Scope } from '../../access/scopes.ts'
import { requireScope, type Visibility } from '../../access/visibility.ts'
import { recordRead } from '../../load/request-usage.ts'
import { builder, instant, instantOrNull, offsetOf, poolOf } from '../../schema/builder.ts'
import { CategoryType, enumType, ScopeType } from '../../schema/enums.ts'
import { pageArgs } from '../../schema/list.type.ts'
import { SEARCHES_A_MINUTE } from '../../schema/list-search.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { selectedFields } from '../../schema/selection.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { narrower } from '../../values/json.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { assetMapper, listAssets } from '../assets/asset.connection.ts'
import { parseListing } from '../assets/asset.listing.ts'
import {
  type AssetOrderField,
  type Direction,
  parseOrder,
  readsWholePortfolio,
} from '../assets/asset.order.ts'
import type { AssetConnection, Removal, Sync } from '../assets/asset.page.ts'
import { getAsset } from '../assets/asset.reads.ts'
import { AssetType } from '../assets/asset.type.ts'
import { PortfolioType } from './portfolio.type.ts'

const AssetListingInput = builder.inputType('AssetListing', {
  description: 'Filters a listing, within what is granted.',
  fields: (t) => ({
    category: t.field({ type: CategoryType, description: 'Only assets of this category.' }),
    minValue: t.field({
      type: 'Decimal',
      description: 'At least this market value. Needs the valuation scope.',
    }),
    maxValue: t.field({
      type: 'Decimal',
      description: 'At most this market value. Needs the valuation scope.',
    }),
    updatedSince: t.field({
      type: 'DateTime',
      description: 'Only what changed strictly after this, oldest change first.',
    }),
    search: t.string({
      description:
        'Only assets with this text in the title or the registry id, in any case: up to 200 characters. Not with updatedSince. 120 searches a minute.',
    }),
    underinsured: t.boolean({
      description:
        'If true, only assets whose insurance value is below their market value. Not with updatedSince. Needs the valuation scope. 120 requests a minute.',
    }),
  }),
})

const AssetOrderFieldType = enumType('AssetOrderField', 'The order of a listing.', {
  market_value:
    'The market value. An asset without one is below all others. Needs the valuation scope.',
  title: 'The title, as in a dictionary: Ärzte comes before Zebra.',
  category: `The category, in this order: ${CATEGORIES.join(', ')}.`,
  updated_at: 'The instant of the newest visible change. 120 requests a minute.',
} satisfies Record<AssetOrderField, string>)

const DirectionType = enumType('Direction', 'The direction of an order.', {
  asc: 'The lowest first.',
  desc: 'The highest first.',
} satisfies Record<Direction, string>)

const AssetOrderInput = builder.inputType('AssetOrder', {
  description:
    'An order of a listing. Assets with equal values are in order of registry id, in the same direction.',
  fields: (t) => ({
    field: t.field({
      type: AssetOrderFieldType,
      required: true,
      description: 'The field to order by.',
    }),
    direction: t.field({
      type: DirectionType,
      required: true,
      defaultValue: 'asc',
      description: 'The lowest first, by default.',
    }),
  }),
})

const RemovalType = builder.objectRef<Removal>('Removal').implement({
  description: 'An asset that is no longer visible.',
  fields: (t) => ({
    registryId: t.exposeID('registryId', { description: 'The registry id of the asset.' }),
    removedAt: instant(t, 'removedAt', 'The instant from which it was not visible.'),
  }),
})

const SyncModeType = enumType('SyncMode', 'The kind of a walk.', {
  full: 'Without updatedSince: the whole visible list, which replaces a mirror.',
  delta: 'With updatedSince: only what changed after that instant.',
})

const SyncType = builder.objectRef<Sync>('Sync').implement({
  description: 'The part of a page for delta sync.',
  fields: (t) => ({
    mode: t.expose('mode', {
      type: SyncModeType,
      description: 'The kind of list that was asked for: the whole one, or the changes.',
    }),
    complete: t.exposeBoolean('complete', {
      description:
        'Whether a mirror that had everything at updatedSince is right after this walk. It is false if updatedSince is before the latest change of scopes or filter of the grant, before a restore, or more than 400 days ago. Then walk again without updatedSince.',
    }),
    asOf: instantOrNull(
      t,
      'asOf',
      'On the page that ends a complete walk by links, or of one page: the next updatedSince, with which no change is missed. Null on every other page, and where no delta can continue: then the next walk has no updatedSince.',
    ),
    removed: t.expose('removed', {
      type: [RemovalType],
      ...narrower({ maxItems: MAX_PAGE_SIZE }),
      description:
        'Assets that are no longer visible, in the same stream as the changes. They can fill a page: then nodes is empty, and hasNextPage may still be true. An incomplete delta has only those removed since the instant from which deltas are complete.',
    }),
  }),
})

const REQUIRED = 'Fail before anything is read unless these scopes are visible.'

const AssetListType = builder.connectionObject<typeof AssetType, AssetConnection>(
  {
    name: 'PortfolioAssetsConnection',
    type: AssetType,
    fields: (t) => ({
      totalCount: t.int({
        description: 'The number of entries in the whole list.',
        resolve: (connection) => connection.count(),
      }),
      sync: t.expose('sync', { description: 'Where the next delta sync starts.', type: SyncType }),
    }),
  },
  { name: 'PortfolioAssetsConnectionEdge' },
)

builder.objectFields(PortfolioType, (t) => ({
  assets: t.field({
    description:
      'The visible assets, in order of registry id unless orderBy is given. A walk in another order may miss or repeat an asset whose value changes meanwhile, so it is not for a mirror.',
    type: AssetListType,
    nullable: true,
    extensions: { countsAsRequest: true },
    args: {
      ...pageArgs(t.arg),
      filter: t.arg({
        description: 'Which of the visible assets to list.',
        type: AssetListingInput,
      }),
      orderBy: t.arg({ description: 'The order. Not with updatedSince.', type: AssetOrderInput }),
      require: t.arg({ type: [ScopeType], description: REQUIRED }),
    },
    resolve: async (access, args, context, info) => {
      requireAll(access.visibility, args.require)
      const listing = parseListing(args.filter ?? {}, access)
      const order = parseOrder(args.orderBy, listing, access)
      if (readsWholePortfolio(listing, order))
        await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
      const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'assets'))
      return listAssets(access, listing, order, page, context, info)
    },
  }),
  asset: t.field({
    description: 'One visible asset.',
    type: AssetType,
    nullable: true,
    extensions: { countsAsRequest: true },
    args: {
      registryId: t.arg.id({ description: 'The registry id of the asset.', required: true }),
      require: t.arg({ type: [ScopeType], description: REQUIRED }),
    },
    resolve: async (access, args, context, info) => {
      requireAll(access.visibility, args.require)
      const requested = selectedFields(info, [])
      const row = await getAsset(poolOf(context), access.visibility, args.registryId, requested)
      recordRead(context.request, access, 1)
      return assetMapper(access)(row)
    },
  }),
}))

function requireAll(visibility: Visibility, scopes: readonly Scope[] | null | undefined): void {
  for (const scope of scopes ?? []) requireScope(visibility, scope, 'This request')
}
