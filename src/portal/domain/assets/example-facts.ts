import type { ExampleAssetFragment, Scope } from '../../generated/graphql.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import {
  formatCalendarDate,
  formatCode,
  formatCount,
  formatDecimal,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  formatStatedDate,
} from '../../words/format.ts'
import { ALL_SCOPES } from '../../words/scopes.ts'
import { detailFacts } from './detail-facts.ts'

type Money = { readonly amount: string; readonly currency: string }
type ShareLink = NonNullable<ExampleAssetFragment['estate']>['shareLinks'][number]
type Scan = NonNullable<ExampleAssetFragment['verification']>['scans'][number]

/** What the registry scope shows of an asset, without its title, ids and times. */
export function registryFacts({ category, quantity }: ExampleAssetFragment): Fact[] {
  return [
    ['Category', CATEGORIES[category]],
    ['Quantity', formatDecimal(quantity)],
  ]
}

/** The data of an asset under each other scope; null if the scope is not granted. */
export function exampleFacts(
  asset: ExampleAssetFragment,
): readonly (readonly [Scope, Fact[] | null])[] {
  const facts: Record<Exclude<Scope, 'registry'>, Fact[] | null> = {
    valuation: valuationFacts(asset),
    detail: asset.detail && describeDetail(asset.detail),
    category_detail: asset.categoryDetail && detailFacts(asset.categoryDetail),
    documentation: documentationFacts(asset),
    estate: asset.estate && estateFacts(asset.estate),
    verification: asset.verification && verificationFacts(asset.verification),
  }
  return ALL_SCOPES.flatMap((scope) =>
    scope === 'registry' ? [] : [[scope, facts[scope]] as const],
  )
}

function valuationFacts({ valuation, valuations }: ExampleAssetFragment): Fact[] | null {
  if (!valuation) return null
  const { marketValue, purchasePrice, insuranceValue, valuedAt } = valuation
  const count = valuations?.totalCount ?? 0
  return [
    ['Market value', money(marketValue)],
    ['Purchase price', money(purchasePrice)],
    ['Insurance value', money(insuranceValue)],
    ['Valued on', valuedAt && formatStatedDate(valuedAt)],
    ['History', count > 0 ? formatCount(count, 'value') : null],
  ]
}

function describeDetail(detail: NonNullable<ExampleAssetFragment['detail']>): Fact[] {
  return [
    ['Description', detail.description],
    ['Notes', detail.notes],
    ['Seller', detail.seller],
    ['Stored at', detail.storageLocation],
    ['Collections', formatList(detail.collections.map(({ name }) => name))],
  ]
}

function documentationFacts({ documentation, documents }: ExampleAssetFragment): Fact[] | null {
  if (!documentation) return null
  const titles = (documents?.nodes ?? []).map(({ title, issuedOn }) =>
    issuedOn ? `${title} (${formatCalendarDate(issuedOn)})` : title,
  )
  return [
    ['Documents', formatNumber(documentation.documentCount)],
    ['Completeness', formatPercent(documentation.completenessScore)],
    ['Newest documents', formatList(titles)],
  ]
}

function estateFacts(estate: NonNullable<ExampleAssetFragment['estate']>): Fact[] {
  const heirs = estate.heirs.map(
    ({ name, relationship, sharePercent }) =>
      `${name} (${[relationship, formatPercent(sharePercent)].filter(Boolean).join(', ')})`,
  )
  const { score, gaps } = estate.readiness
  return [
    ['Heirs', formatList(heirs)],
    ['Readiness', score === null ? null : formatPercent(score)],
    ['Gaps', formatList(gaps.map(formatCode))],
    ['Share links', formatList(estate.shareLinks.map(formatShareLink))],
  ]
}

function formatShareLink({ label, state, createdAt, expiresAt }: ShareLink): string {
  const dates = [
    `created ${formatStatedDate(createdAt)}`,
    expiresAt && `expires ${formatStatedDate(expiresAt)}`,
  ]
  return `${label} (${[state, ...dates.filter(Boolean)].join(', ')})`
}

function verificationFacts(
  verification: NonNullable<ExampleAssetFragment['verification']>,
): Fact[] {
  const { scanCount, scans } = verification
  return [
    ['Status', verification.status && formatCode(verification.status)],
    [
      'Risk score',
      verification.riskScore === null ? null : `${formatNumber(verification.riskScore)} of 100`,
    ],
    ['Tamper state', verification.tamperState && formatCode(verification.tamperState)],
    ['Scans', scanCount > 0 ? formatNumber(scanCount) : null],
    ['Newest scans', scans.map(formatScan).join('; ')],
  ]
}

function formatScan({ scannedAt, method, result }: Scan): string {
  return `${formatStatedDate(scannedAt)}: ${formatCode(method)}, ${formatCode(result).toLowerCase()}`
}

function money(value: Money | null): string | null {
  return value && formatMoney(value)
}
