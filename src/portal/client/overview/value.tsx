import { Stack, Text } from '@mantine/core'
import type { OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Section } from '../../ui/section.tsx'
import { formatMoney, formatNumber } from '../../words/format.ts'
import classes from './overview.module.css'
import { ValueHistory } from './value-history.tsx'

type Summary = NonNullable<OverviewQuery['portfolio']>['summary']

interface Props {
  readonly clientId: string
  readonly summary: Summary
}

/** The value of the portfolio, now and over time. */
export function Value({ clientId, summary }: Props) {
  const { totalValue, valuedAssetCount } = summary
  const hasValues = totalValue !== null && valuedAssetCount !== null && valuedAssetCount > 0
  return (
    <Section title={t('Value')}>
      <Stack gap={4}>
        {hasValues && <Text className={`digits ${classes.total}`}>{formatMoney(totalValue)}</Text>}
        <Text c="dimmed" className="digits">
          {describeCounts(summary)}
        </Text>
      </Stack>
      {hasValues && <ValueHistory clientId={clientId} summary={summary} />}
    </Section>
  )
}

// "82 assets", or how many of them have a value.
function describeCounts({
  assetCount,
  valuedAssetCount,
}: Pick<Summary, 'assetCount' | 'valuedAssetCount'>): string {
  const assets = t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })
  if (valuedAssetCount === null || valuedAssetCount === assetCount) return assets
  if (valuedAssetCount === 0) return t('{assets}. None of them has a value yet.', { assets })
  return t('Covers {covered} of {count} assets. The others have no value.', {
    covered: formatNumber(valuedAssetCount),
    count: formatNumber(assetCount),
  })
}
