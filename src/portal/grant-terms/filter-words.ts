import type { AssetFilterType } from '../generated/graphql.ts'
import { listInWords, numberInWords } from '../words.ts'
import { CATEGORIES, findCategory } from './categories.ts'
import type { Named } from './terms.ts'

interface Filter {
  readonly type: AssetFilterType
  readonly count: number
  readonly values: readonly Named[]
}

const MOST_NAMES = 3

/** Which assets a grant shows: "Watches and Wine", "3 chosen assets: …", "The collection “Insured”". */
export function filterInWords({ type, count, values }: Filter): string {
  if (type === 'all') return 'All assets, including those added later'
  if (type === 'category')
    return `Everything in ${listInWords(values.map(({ id }) => categoryName(id)))}`
  const names = values.map(({ label }) => label)
  if (type === 'collection') return `The collection “${names[0] ?? ''}”`
  const chosen = count === 1 ? 'One chosen asset' : `${numberInWords(count)} chosen assets`
  return `${chosen}: ${shortened(names)}`
}

/** The first few names, and how many more there are. */
export function shortened(names: readonly string[], most: number = MOST_NAMES): string {
  if (names.length <= most + 1) return listInWords(names)
  return listInWords([...names.slice(0, most), `${numberInWords(names.length - most)} more`])
}

export function categoryName(slug: string): string {
  const category = findCategory(slug)
  return category ? CATEGORIES[category] : slug
}
