import type { AssetFilterType, Category } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CATEGORIES } from '../../words/categories.ts'
import { formatDate, formatList, inSentence } from '../../words/format.ts'
import { formatScope } from '../../words/scopes.ts'
import type { TermsChoice } from './terms.ts'

/**
 * The terms in two sentences, addressed to the person who agrees. The text of the server is recorded, not this one.
 * `expiresAt` is null for no end.
 */
export function summarizeTerms(choice: TermsChoice, expiresAt: string | null): string {
  const { type } = choice.filter
  if (type === null) return ''
  const others = choice.scopes.filter((each) => each !== 'registry')
  const scopes = formatList(['registry', ...others].map((scope) => inSentence(formatScope(scope))))
  const end =
    expiresAt === null
      ? t('There is no end date. You can end it at any time.')
      : t('It ends on {expiresAt}. You can end it earlier at any time.', {
          expiresAt: formatDate(expiresAt),
        })
  return `${WHAT[type](choice, scopes)} ${end}`
}

type What = (choice: TermsChoice, scopes: string) => string

const WHAT: Readonly<Record<AssetFilterType, What>> = {
  all: (_choice, scopes) =>
    t('They see the {scopes} of all your assets, also of those you add later.', { scopes }),
  category: ({ filter }, scopes) =>
    t('They see the {scopes} of all your {categories}, also of those you add later.', {
      categories: formatList(filter.categories.map(nameOf)),
      scopes,
    }),
  items: ({ filter }, scopes) =>
    t(
      'They see the {scopes} of {count, plural, one {# asset that you chose} other {# assets that you chose}}, and of none that you add later.',
      { count: filter.items.length, scopes },
    ),
  collection: (_choice, scopes) =>
    t('They see the {scopes} of one collection, as it changes.', { scopes }),
}

function nameOf(category: Category): string {
  return category === 'other' ? t('other assets') : inSentence(CATEGORIES[category])
}
