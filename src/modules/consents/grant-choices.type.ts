import { MAX_ITEMS } from '../../access/asset-filter.ts'
import { readStoredFilter } from '../../access/stored-data.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { invalidParameter } from '../../errors.ts'
import { builder, derivedId, poolOf } from '../../schema/builder.ts'
import { CategoryType } from '../../schema/enums.ts'
import { parseSearch, SEARCHES_A_MINUTE } from '../../schema/list-search.ts'
import { isRegistryId } from '../../values/ids.ts'
import { assetNotFound } from '../assets/asset.reads.ts'
import { requireOwnGrant } from '../grants/grant-parties.ts'
import { requireOwnPortfolio } from '../people/client.ts'
import {
  type AssetChoice,
  type CollectionChoice,
  readAssetsExcept,
  readCategoryChoices,
  readCollectionChoices,
  searchAssets,
} from './grant-choices.reads.ts'

const DEFAULT_ASSETS = 20
const MAX_ASSETS = 50

const CategoryChoiceType = builder
  .objectRef<{ category: AssetChoice['category']; assets: number }>('CategoryChoice')
  .implement({
    description: 'A category that a filter can name.',
    fields: (t) => ({
      id: t.exposeID('category', { description: 'The slug of the category.' }),
      category: t.expose('category', { description: 'The category.', type: CategoryType }),
      assetCount: t.exposeInt('assets', { description: 'The assets of the portfolio in it.' }),
    }),
  })

const CollectionChoiceType = builder.objectRef<CollectionChoice>('CollectionChoice').implement({
  description: 'A collection that a filter can name.',
  fields: (t) => ({
    id: derivedId(t, 'choice', 'Not that of the collection.'),
    collectionId: t.exposeID('id', { description: 'The id that a filter takes.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    assetCount: t.exposeInt('assets', { description: 'The assets in it.' }),
  }),
})

const AssetChoiceType = builder.objectRef<AssetChoice>('AssetChoice').implement({
  description: 'An asset that a filter can name.',
  fields: (t) => ({
    id: t.exposeID('registry_id', { description: 'The registry id.' }),
    registryId: t.exposeID('registry_id', { description: 'The id that a filter takes.' }),
    title: t.exposeString('title', { description: 'The title of the asset.' }),
    category: t.expose('category', { description: 'Its category.', type: CategoryType }),
  }),
})

const GrantChoicesType = builder.objectRef<PortfolioAccess>('GrantChoices').implement({
  description:
    "The categories, collections and assets of the caller's own portfolio that a filter can name.",
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the client and the choices together.',
      resolve: ({ visibility }) => `${visibility.clientId}:choices`,
    }),
    categories: t.field({
      description: 'The categories that have assets.',
      type: [CategoryChoiceType],
      resolve: async ({ visibility }, _args, context, info) => {
        await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
        return readCategoryChoices(context.database.prisma, visibility)
      },
    }),
    collections: t.field({
      type: [CollectionChoiceType],
      description: 'By name, the first 500.',
      resolve: async ({ visibility }, _args, context, info) => {
        await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
        return readCollectionChoices(poolOf(context), visibility)
      },
    }),
    assets: t.field({
      description: 'Assets that match the search, in order of registry id.',
      type: [AssetChoiceType],
      args: {
        search: t.arg.string({ description: 'A part of the title or registry id, in any case.' }),
        category: t.arg({ type: CategoryType, description: 'Only assets of this category.' }),
        first: t.arg.int({ description: `1 to ${MAX_ASSETS}, ${DEFAULT_ASSETS} by default.` }),
      },
      resolve: async ({ visibility }, { search, category, first }, context, info) => {
        await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
        const limit = first ?? DEFAULT_ASSETS
        if (limit < 1 || limit > MAX_ASSETS)
          throw invalidParameter(`first takes 1 to ${MAX_ASSETS}.`)
        const query = { category: category ?? null, search: parseSearch(search ?? ''), limit }
        return searchAssets(poolOf(context), visibility, query)
      },
    }),
    assetsExcept: t.field({
      description: `The assets that a grant of the caller shows now except one, in order of registry id. A filter that names them shows the same without it. Null: there are more than the ${MAX_ITEMS} that a filter can name.`,
      type: [AssetChoiceType],
      nullable: true,
      extensions: { maxLength: MAX_ITEMS, countsAsRequest: MAX_ITEMS / 100 },
      args: {
        grantId: t.arg.id({ description: 'The grant.', required: true }),
        registryId: t.arg.id({ description: 'The asset to leave out.', required: true }),
      },
      resolve: async (_access, { grantId, registryId }, context, info) => {
        await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
        if (!isRegistryId(registryId)) throw assetNotFound()
        const { clientId, assetFilter, filterValues } = await requireOwnGrant(grantId, context)
        const filter = readStoredFilter(`grant ${grantId}`, assetFilter, filterValues)
        return readAssetsExcept(poolOf(context), { clientId, filter }, registryId)
      },
    }),
  }),
})

builder.queryField('grantChoices', (t) =>
  t.field({
    type: GrantChoicesType,
    description: "The names that a filter over the caller's own portfolio can have.",
    resolve: (_root, _args, context) => requireOwnPortfolio(context),
  }),
)
