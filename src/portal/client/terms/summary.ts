import type { AssetFilterType } from '../../generated/graphql.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatCount, formatDate, formatList } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import type { TermsChoice } from './terms.ts'

interface Summarized {
  readonly firm: string
  readonly choice: TermsChoice
  /** RFC 3339; null for no end. */
  readonly expiresAt: string | null
}

/** Who can see what until when, addressed to the person who agrees. What is recorded is the sentence of the server. */
export function summarizeTerms({ firm, choice, expiresAt }: Summarized): readonly string[] {
  const { scopes, filter } = choice
  const { type } = filter
  if (type === null) return []
  return [
    `You let ${firm} see assets of your portfolio.`,
    WHAT[type](choice, formatScopes(['registry', ...scopes.filter((each) => each !== 'registry')])),
    expiresAt === null
      ? 'There is no end date. You can end it at any time.'
      : `It ends on ${formatDate(expiresAt)}. You can end it earlier at any time.`,
  ]
}

type What = (choice: TermsChoice, scopes: string) => string

const WHAT: Readonly<Record<AssetFilterType, What>> = {
  all: (_choice, scopes) => `They see all assets, also those added later: ${scopes}.`,
  category: ({ filter }, scopes) =>
    `They see everything in ${formatList(filter.categories.map(formatCategory))}, also what is added later: ${scopes}.`,
  items: ({ filter }, scopes) =>
    `They see ${formatCount(filter.items.length, 'chosen asset')}, and none that is added later: ${scopes}.`,
  collection: (_choice, scopes) => `They see one collection, as it changes: ${scopes}.`,
}
