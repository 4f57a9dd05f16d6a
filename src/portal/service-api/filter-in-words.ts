import type { AssetFilterType } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'

/** "All assets", "2 categories", "12 assets", "One collection". */
export function filterInWords({ type, count }: { type: AssetFilterType; count: number }): string {
  switch (type) {
    case 'all':
      return 'All assets'
    case 'category':
      return count === 1 ? 'One category' : `${numberInWords(count)} categories`
    case 'items':
      return count === 1 ? 'One asset' : `${numberInWords(count)} assets`
    case 'collection':
      return 'One collection'
  }
}
