import type { OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'

type Summary = NonNullable<OverviewQuery['portfolio']>['summary']

/** "82 assets", or how many of them have a value. */
export function describeCounts({
  assetCount,
  valuedAssetCount,
}: Pick<Summary, 'assetCount' | 'valuedAssetCount'>): string {
  const assets = t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })
  if (valuedAssetCount === null || valuedAssetCount === assetCount) return assets
  if (valuedAssetCount === 0) return t('{assets}. None of them has a value yet.', { assets })
  return t('Assets with a value: {valuedAssetCount} of {assetCount}', {
    valuedAssetCount: formatNumber(valuedAssetCount),
    assetCount: formatNumber(assetCount),
  })
}
