import type { AssetsExceptQuery, Category, GrantTermsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { FilterValue } from '../../words/asset-filter.ts'
import { CATEGORIES } from '../../words/categories.ts'
import { EMPTY_FILTER, type FilterChoice } from '../terms/terms.ts'

/** How a grant can be changed so that it does not show one asset any more. */
interface Proposal {
  /** Null: no filter shows the same without the asset. */
  readonly filter: FilterChoice | null
  /** Further effects of the change, or another way. */
  readonly note: string
}

type Grant = Pick<GrantTermsFragment, 'filter'> & {
  readonly key: Pick<GrantTermsFragment['key'], 'hasEnterprisePlan'>
}

interface Without {
  readonly category: Category
  /** The assets that the grant shows except it; null: more than a filter can name. */
  readonly others: readonly FilterValue[] | null
  /** The categories of the whole portfolio. */
  readonly categories: AssetsExceptQuery['grantChoices']['categories']
}

const ALONE = t(
  'This connection shows this asset alone. To stop sharing it, revoke the connection.',
)
const IMPOSSIBLE = t(
  'The terms cannot leave out this asset alone. Choose below what they can see, or revoke the connection.',
)
const NOTHING_ELSE = t(
  'Nothing else changes: they still see the other assets that you have chosen.',
)

/**
 * The filter that leaves out one asset and as little else as the terms allow. A filter names the assets that it shows,
 * never those that it hides. So the other assets are named one by one. Where they are too many, or the firm's plan
 * allows only what is surely less, the category of the asset is left out.
 */
export function proposeWithout(grant: Grant, asset: Without): Proposal {
  const { type } = grant.filter
  const { others } = asset
  if (others?.length === 0) return { filter: null, note: ALONE }
  const isAllowed = type === 'all' || type === 'items' || grant.key.hasEnterprisePlan
  if (others && isAllowed)
    return {
      filter: { ...EMPTY_FILTER, type: 'items', items: others },
      note: type === 'items' ? NOTHING_ELSE : noteOfItems(others.length),
    }
  return withoutCategory(grant, asset) ?? { filter: null, note: IMPOSSIBLE }
}

function noteOfItems(count: number): string {
  return t(
    'They still see {count, plural, one {# other asset} other {# other assets}} that they see now, each named in the terms. They do not see assets that you add later.',
    { count },
  )
}

function withoutCategory(
  { filter: { type, values } }: Grant,
  { category, categories }: Without,
): Proposal | null {
  const shown = categories.filter(
    (each) =>
      type === 'all' || (type === 'category' && values.some(({ id }) => id === each.category)),
  )
  const hidden = shown.find((each) => each.category === category)
  const kept = shown.filter((each) => each !== hidden)
  if (!hidden || kept.length === 0) return null
  const named = kept.map(({ category: id }) => ({ id, label: CATEGORIES[id] }))
  return {
    filter: { ...EMPTY_FILTER, type: 'category', category: named },
    note: t(
      'This hides the whole category {category}, with {count, plural, one {# asset} other {# assets}}, and what you add to it later.',
      { category: CATEGORIES[category], count: hidden.assetCount },
    ),
  }
}
