import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { formatDifference } from './format-difference.ts'
import type { CurrentTerms } from './grant-choice.ts'
import { summarizeTerms } from './summary.ts'
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
  const before = useCounts(of, current.scopes, current.filter).data?.grantPreview
  const assets = before && counts ? ([before.assetCount, counts.assetCount] as const) : null
  return (
    <Text fw={600} aria-live="polite">
      {formatDifference(current.scopes, terms.choice.scopes, assets)}
    </Text>
  )
}
