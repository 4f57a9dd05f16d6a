import { SCOPES } from '../components/scopes.ts'
import { dateInWords, listInWords } from '../words.ts'
import { assetsInWords } from './scope-choice.tsx'
import { expiryOf, isExpiryWhole, missingOf, NO_DAY_YET, type TermsChoice } from './terms.ts'

interface Outcome {
  readonly firm: string
  readonly choice: TermsChoice
  /** How many assets that is; undefined until it is counted. */
  readonly assets: number | undefined
  /** The end that may be kept. */
  readonly kept: string | null
}

/** What is agreed to, in one sentence; what is still to be chosen, before. */
export function termsInWords({ firm, choice, assets, kept }: Outcome): string {
  const missing = missingOf(choice.filter)
  if (missing !== null) return missing
  if (!isExpiryWhole(choice.expiry)) return NO_DAY_YET
  const scopes = listInWords(choice.scopes.map((scope) => SCOPES[scope].label))
  const later = choice.filter.type === 'all' ? ', including those you add later' : ''
  const many = assets === undefined ? '… assets' : assetsInWords(assets)
  const end = expiryOf(choice.expiry, kept)
  const until = end === null ? 'until you revoke it' : `until ${dateInWords(end)}`
  return `${firm} can see ${scopes} of ${many}${later}, ${until}.`
}
