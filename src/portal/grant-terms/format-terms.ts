import { formatCount, formatDate } from '../format.ts'
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
  const later = choice.filter.type === 'all' ? ', including those you add later' : ''
  const count = assets === undefined ? '… assets' : formatCount(assets, 'asset')
  const end = toExpiresAt(choice.expiry, currentExpiry)
  const until = end === null ? 'until you revoke it' : `until ${formatDate(end)}`
  return `${firm} can see ${formatScopes(choice.scopes)} of ${count}${later}, ${until}.`
}
