import { formatCount, formatDate } from '../format.ts'
import type { AssetFilterType } from '../generated/graphql.ts'
import { FILTER_TYPES } from '../labels/asset-filter.ts'
import { formatScopes } from '../labels/scopes.ts'
import {
  DATE_REQUIRED,
  findMissing,
  isExpiryComplete,
  type TermsChoice,
  toExpiresAt,
} from './terms.ts'

interface ChosenTerms {
  readonly firm: string
  readonly choice: TermsChoice
  /** The number of assets; undefined until it is counted. */
  readonly assets: number | undefined
  readonly currentExpiry: string | null
}

/** What the client agrees to, in one sentence; or what is still to be chosen. */
export function formatTerms({ firm, choice, assets, currentExpiry }: ChosenTerms): string {
  const missing = findMissing(choice.filter)
  if (missing !== null) return missing
  if (!isExpiryComplete(choice.expiry)) return DATE_REQUIRED
  const later = laterOf(choice.filter.type)
  const count = assets === undefined ? '… assets' : formatCount(assets, 'asset')
  const end = toExpiresAt(choice.expiry, currentExpiry)
  const until = end === null ? 'until you revoke it' : `until ${formatDate(end)}`
  return `${firm} can see ${formatScopes(choice.scopes)} of ${count}${later}, ${until}.`
}

function laterOf(type: AssetFilterType | null): string {
  const later = type && FILTER_TYPES[type].later
  return later ? `, ${later}` : ''
}
