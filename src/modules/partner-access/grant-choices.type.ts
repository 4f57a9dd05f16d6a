import type { PortfolioAccess } from '../../access/visibility.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import { CategoryType } from '../../schema/enums.ts'
import { characterCount, isCleanText } from '../../values/text.ts'
import { requireOwnPortfolio } from '../people/client.ts'
import {
  type AssetChoice,
  type CollectionChoice,
  readCategoryChoices,
  readCollectionChoices,
  searchAssets,
} from './grant-choices.reads.ts'

// Each use reads the whole portfolio. The limit allows a search for each key that is typed.
const CHOICES_A_MINUTE = 120
const DEFAULT_ASSETS = 20
const MAX_ASSETS = 50
const MAX_SEARCH_LENGTH = 200

const CategoryChoiceType = builder
  .objectRef<{ category: AssetChoice['category']; assets: number }>('CategoryChoice')
  .implement({
    fields: (t) => ({
      id: t.exposeID('category', { description: 'The slug of the category.' }),
      category: t.expose('category', { type: CategoryType }),
      assetCount: t.exposeInt('assets'),
    }),
  })

const CollectionChoiceType = builder.objectRef<CollectionChoice>('CollectionChoice').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    assetCount: t.exposeInt('assets'),
  }),
})

const AssetChoiceType = builder.objectRef<AssetChoice>('AssetChoice').implement({
  fields: (t) => ({
    id: t.exposeID('registry_id', { description: 'The registry id.' }),
    registryId: t.exposeID('registry_id'),
    title: t.exposeString('title'),
    category: t.expose('category', { type: CategoryType }),
  }),
})

const GrantChoicesType = builder.objectRef<PortfolioAccess>('GrantChoices').implement({
  description:
    "The categories, collections and assets of the caller's own portfolio that a filter can name.",
  fields: (t) => ({
    id: t.id({
      description: 'The id of the client.',
      resolve: ({ visibility }) => visibility.clientId,
    }),
    categories: t.field({
      type: [CategoryChoiceType],
      resolve: async ({ visibility }, _args, context, info) => {
        await context.fieldLimits.use(context, info, CHOICES_A_MINUTE)
        return readCategoryChoices(poolOf(context), visibility)
      },
    }),
    collections: t.field({
      type: [CollectionChoiceType],
      description: 'By name, the first 500.',
      resolve: async ({ visibility }, _args, context, info) => {
        await context.fieldLimits.use(context, info, CHOICES_A_MINUTE)
        return readCollectionChoices(poolOf(context), visibility)
      },
    }),
    assets: t.field({
      type: [AssetChoiceType],
      args: {
        search: t.arg.string({
          description: 'A part of the title or the registry id, in any case.',
        }),
        first: t.arg.int({
          description: `1 to ${MAX_ASSETS}, ${DEFAULT_ASSETS} by default.`,
        }),
      },
      resolve: async ({ visibility }, { search, first }, context, info) => {
        await context.fieldLimits.use(context, info, CHOICES_A_MINUTE)
        const limit = first ?? DEFAULT_ASSETS
        if (limit < 1 || limit > MAX_ASSETS)
          throw new GatewayError('invalid_parameter', `first takes 1 to ${MAX_ASSETS}.`)
        return searchAssets(poolOf(context), visibility, parseSearch(search ?? ''), limit)
      },
    }),
  }),
})

builder.queryField('grantChoices', (t) =>
  t.field({
    type: GrantChoicesType,
    authScopes: { person: true },
    resolve: (_root, _args, context) => requireOwnPortfolio(context),
  }),
)

function parseSearch(text: string): string {
  const search = text.trim()
  if (characterCount(search) <= MAX_SEARCH_LENGTH && isCleanText(search)) return search
  throw new GatewayError(
    'invalid_parameter',
    `search takes up to ${MAX_SEARCH_LENGTH} characters of well-formed text.`,
  )
}
