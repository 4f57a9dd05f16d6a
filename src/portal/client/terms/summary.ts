import type { AssetFilterType } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatDate, formatList } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import type { TermsChoice } from './terms.ts'

interface Summarized {
  readonly firm: string
  readonly choice: TermsChoice
  /** RFC 3339; null for no end. */
  readonly expiresAt: string | null
}

/** The terms in words, addressed to the person who agrees. The sentence of the server is recorded, not this text. */
export function summarizeTerms({ firm, choice, expiresAt }: Summarized): readonly string[] {
  const { scopes, filter } = choice
  const { type } = filter
  if (type === null) return []
  return [
    t('You let {firm} see assets of your portfolio.', { firm }),
    WHAT[type](choice, formatScopes(['registry', ...scopes.filter((each) => each !== 'registry')])),
    expiresAt === null
      ? t('There is no end date. You can end it at any time.')
      : t('It ends on {expiresAt}. You can end it earlier at any time.', {
          expiresAt: formatDate(expiresAt),
        }),
  ]
}

type What = (choice: TermsChoice, scopes: string) => string

const WHAT: Readonly<Record<AssetFilterType, What>> = {
  all: (_choice, scopes) => t('They see all assets, also those added later: {scopes}.', { scopes }),
  category: ({ filter }, scopes) =>
    t('They see everything in {formatCategory}, also what is added later: {scopes}.', {
      formatCategory: formatList(filter.categories.map(formatCategory)),
      scopes,
    }),
  items: ({ filter }, scopes) =>
    t(
      'They see {count, plural, one {# chosen asset} other {# chosen assets}}, and none that is added later: {scopes}.',
      { count: filter.items.length, scopes },
    ),
  collection: (_choice, scopes) =>
    t('They see one collection, as it changes: {scopes}.', { scopes }),
}
