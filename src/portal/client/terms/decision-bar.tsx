import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AssetFilterType, Scope } from '../../generated/graphql.ts'
import { isolate } from '../../i18n/isolate.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { FilterValue } from '../../words/asset-filter.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatDate, formatList, inSentence } from '../../words/format.ts'
import { formatScope } from '../../words/scopes.ts'
import { type CurrentTerms, filterInputFromGrant } from './grant-choice.ts'
import type { TermsChoice } from './terms.ts'
import classes from './terms-editor.module.css'
import { type Counts, type PreviewOf, useCounts } from './use-preview.ts'
import type { Terms } from './use-terms.ts'

export interface Deciding {
  readonly of: PreviewOf
  readonly terms: Terms
  /** The terms in effect, for a grant that is being changed. */
  readonly current: CurrentTerms | null
  /** The error of the last submission. */
  readonly notice: ReactNode
  /** The submit buttons. */
  readonly children: ReactNode
}

interface Props extends Deciding {
  /** Undefined while the choice is counted. */
  readonly counts: Counts | undefined
}

/** The terms in short, or the choice that is still missing, and below them the buttons. */
export function DecisionBar({ of, terms, current, counts, notice, children }: Props) {
  const { choice, consent, expiresAt, missing } = terms
  return (
    <div className={classes.bar}>
      {notice}
      {consent.error && !notice && (
        <ErrorNotice
          error={consent.error}
          title={t('The sentence could not be loaded')}
          onRetry={consent.reload}
        />
      )}
      <Text component="div" id={terms.sentenceId} size="sm" className="digits">
        {current && <Difference of={of} terms={terms} current={current} counts={counts} />}
        <div>{expiresAt === undefined ? missing : summarizeTerms(choice, expiresAt)}</div>
      </Text>
      <Group gap="sm">{children}</Group>
    </div>
  )
}

type DifferenceProps = Pick<Props, 'of' | 'terms' | 'counts'> & { readonly current: CurrentTerms }

function Difference({ of, terms, current, counts }: DifferenceProps) {
  const { effectiveScopes, filter } = current
  const before = useCounts(of, effectiveScopes, filterInputFromGrant(filter)).data?.grantPreview
  const assets = before && counts ? ([before.assetCount, counts.assetCount] as const) : null
  return (
    <Text fw={600} aria-live="polite">
      {formatDifference(effectiveScopes, terms.choice.scopes, assets)}
    </Text>
  )
}

// "+ Details − Estate · 180 → 12 assets". `assets`: their numbers before and after; null while they are counted.
function formatDifference(
  before: readonly Scope[],
  after: readonly Scope[],
  assets: readonly [before: number, after: number] | null,
): string {
  const part = (sign: string) => (scope: Scope) => isolate(`${sign} ${formatScope(scope)}`, 'auto')
  const parts = [
    ...after.filter((scope) => !before.includes(scope)).map(part('+')),
    ...before.filter((scope) => !after.includes(scope)).map(part('−')),
  ]
  const scopes = parts.join(' ') || t('The same details of each asset')
  if (assets === null || assets[0] === assets[1]) return scopes
  const [from, to] = assets
  return `${scopes} · ${t('{from, number} → {to, plural, one {# asset} other {# assets}}', { from, to })}`
}

// The terms in two sentences, addressed to the person who agrees. The text of the server is recorded, not this one.
// `expiresAt` is null for no end.
function summarizeTerms(choice: TermsChoice, expiresAt: string | null): string {
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
      categories: formatList(filter.category.map(nameOf)),
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

function nameOf({ id }: FilterValue): string {
  return id === 'other' ? t('other assets') : inSentence(formatCategory(id))
}
