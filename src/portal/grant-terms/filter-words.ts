import type { AssetFilterType } from '../generated/graphql.ts'
import { listInWords, numberInWords } from '../words.ts'
import { CATEGORIES, findCategory } from './categories.ts'
import type { Named } from './terms.ts'

interface Filter {
  readonly type: AssetFilterType
  readonly count: number
  readonly values: readonly Named[]
}

const MAX_NAMES = 3

/** Which assets a grant shows: "Watches and Wine", "3 chosen assets: …", "The collection “Insured”". */
export function filterInWords({ type, count, values }: Filter): string {
  if (type === 'all') return 'All assets, including those added later'
  if (type === 'category')
    return `Everything in ${listInWords(values.map(({ id }) => categoryName(id)))}`
  const names = values.map(({ label }) => label)
  if (type === 'collection') return `The collection “${names[0] ?? ''}”`
  const chosen = count === 1 ? 'One chosen asset' : `${numberInWords(count)} chosen assets`
  return `${chosen}: ${shortened(names, count)}`
}

/** The first few of `count` names, and how many more there are. `names` may be cut short itself. */
export function shortened(names: readonly string[], count: number): string {
  const shown = count <= MAX_NAMES + 1 ? names : names.slice(0, MAX_NAMES)
  return listInWords(shown, count)
}

export function categoryName(slug: string): string {
  const category = findCategory(slug)
  return category ? CATEGORIES[category] : slug
}
