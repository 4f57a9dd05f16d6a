import { Divider, Skeleton, Stack, Text } from '@mantine/core'
import { toPortalError } from '../../data/error.ts'
import type { GrantFilterInput, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { formatNumber } from '../../words/format.ts'
import { ExampleAsset } from './example-asset.tsx'
import { formatAssetDifference, formatScopeDifference } from './format-difference.ts'
import { type Counts, type PreviewOf, useCounts, useExample } from './use-preview.ts'

/** The terms in effect, to compare the choice with. */
export interface CurrentTerms {
  readonly scopes: readonly Scope[]
  readonly filter: GrantFilterInput
}

interface Props {
  readonly of: PreviewOf
  readonly scopes: readonly Scope[]
  readonly filter: GrantFilterInput
  /** False while no assets are chosen and the filter is the whole portfolio. */
  readonly isChosen: boolean
  readonly counts: Counts | undefined
  /** False while the counts are those of an earlier choice. */
  readonly isCounted: boolean
  readonly current: CurrentTerms | null
}

const EXAMPLE_HEIGHT = 220

/** The number of assets that the choice shows, what it changes, and one example asset. */
export function PreviewPanel({ of, scopes, filter, isChosen, counts, isCounted, current }: Props) {
  return (
    <Section title={t('As the firm would see it')}>
      <div aria-live="polite">
        <Text ff="heading" fz={28} lh={1.2} className="digits">
          {counts ? formatNumber(counts.assetCount) : '…'}{' '}
          <Text span c="dimmed" fz="md">
            {t('of your {count} assets', {
              count: counts ? formatNumber(counts.totalCount) : '…',
            })}
          </Text>
        </Text>
        {!isChosen && (
          <Text size="sm" c="dimmed">
            {t('Your whole portfolio, until you choose which assets.')}
          </Text>
        )}
        {current && (
          <Difference
            of={of}
            current={current}
            scopes={scopes}
            counts={isCounted ? counts : undefined}
          />
        )}
      </div>
      <Divider label={t('Example')} labelPosition="left" />
      <Example of={of} scopes={scopes} filter={filter} />
    </Section>
  )
}

function Example({ of, scopes, filter }: Pick<Props, 'of' | 'scopes' | 'filter'>) {
  const [{ data, error, fetching }] = useExample(of, scopes, filter)
  if (error)
    return <ErrorNotice error={toPortalError(error)} title={t('The example could not be loaded')} />
  if (!data) return <Skeleton height={EXAMPLE_HEIGHT} />
  const { example } = data.grantPreview
  return (
    <Stack mih={EXAMPLE_HEIGHT} aria-busy={fetching}>
      {example ? (
        <ExampleAsset asset={example} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('No asset to show.')}
        </Text>
      )}
    </Stack>
  )
}

interface DifferenceProps {
  readonly of: PreviewOf
  readonly current: CurrentTerms
  readonly scopes: readonly Scope[]
  /** Undefined while the choice is counted: those of an earlier one would not fit the other line. */
  readonly counts: Counts | undefined
}

// The difference between the choice and the current terms. It takes the same space while counting.
function Difference({ of, current, scopes, counts }: DifferenceProps) {
  const { data } = useCounts(of, current.scopes, current.filter)
  const before = data?.grantPreview.assetCount
  const lines = [
    before === undefined || !counts ? '…' : formatAssetDifference(before, counts.assetCount),
    formatScopeDifference(current.scopes, scopes),
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" className="digits">
      {line}
    </Text>
  ))
}
