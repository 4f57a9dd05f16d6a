import type { AssetOrder, Category } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { CATEGORIES } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'

type Sort = 'value-up' | 'title' | 'title-down' | 'category' | 'changed' | 'changed-first'

const HIGHEST_FIRST: AssetOrder = { field: 'market_value', direction: 'desc' }

const ORDERS: Readonly<Record<Sort, AssetOrder>> = {
  'value-up': { field: 'market_value', direction: 'asc' },
  title: { field: 'title', direction: 'asc' },
  'title-down': { field: 'title', direction: 'desc' },
  category: { field: 'category', direction: 'asc' },
  changed: { field: 'updated_at', direction: 'desc' },
  'changed-first': { field: 'updated_at', direction: 'asc' },
}

const SORT: Choice<Sort> = {
  name: 'sort',
  label: t('Sort by'),
  otherwise: t('Value, highest first'),
  options: {
    'value-up': t('Value, lowest first'),
    title: t('Title, A to Z'),
    'title-down': t('Title, Z to A'),
    category: t('Category'),
    changed: t('Last changed first'),
    'changed-first': t('Changed longest ago first'),
  },
}

const CATEGORY: Choice<Category> = {
  name: 'category',
  label: t('Category'),
  otherwise: t('All categories'),
  options: CATEGORIES,
}

const INSURANCE: Choice<'below'> = {
  name: 'insurance',
  label: t('Insurance'),
  otherwise: t('All assets'),
  options: { below: t('Insured below the value') },
}

/** A category with the number of its assets. */
export interface CategoryCount {
  readonly category: Category
  readonly assetCount: number
}

/** The filters and the orders of the list. Only categories that have assets can be chosen. */
export function assetChoices(categories: readonly CategoryCount[]): readonly Choice[] {
  const options = categories.map(({ category, assetCount }) => [
    category,
    `${CATEGORIES[category]} (${formatNumber(assetCount)})`,
  ])
  return [{ ...CATEGORY, options: Object.fromEntries(options) }, INSURANCE, SORT]
}

/** The arguments of the list for what is chosen. */
export function askForAssets({ text, chosen }: ListSearch) {
  const sort = chosen(SORT)
  return {
    filter: {
      category: chosen(CATEGORY),
      search: text || null,
      underinsured: chosen(INSURANCE) === 'below',
    },
    orderBy: sort ? ORDERS[sort] : HIGHEST_FIRST,
  }
}
