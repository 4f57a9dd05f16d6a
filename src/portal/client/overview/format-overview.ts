import type { OverviewQuery } from '../../generated/graphql.ts'
import { formatCount, formatNumber } from '../../words/format.ts'

type Summary = NonNullable<OverviewQuery['portfolio']>['summary']

/** "82 assets", or how many of them have a value. */
export function describeCounts({
  assetCount,
  valuedAssetCount,
}: Pick<Summary, 'assetCount' | 'valuedAssetCount'>): string {
  const assets = formatCount(assetCount, 'asset')
  if (valuedAssetCount === null || valuedAssetCount === assetCount) return assets
  if (valuedAssetCount === 0) return `${assets}. None of them has a value yet.`
  return `Assets with a value: ${formatNumber(valuedAssetCount)} of ${formatNumber(assetCount)}`
}
