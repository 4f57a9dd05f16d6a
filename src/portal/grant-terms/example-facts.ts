import type { ExampleAssetFragment, Scope } from '../generated/graphql.ts'
import {
  codeInWords,
  dateInWords,
  dayInWords,
  listInWords,
  moneyInWords,
  numberInWords,
  percentInWords,
} from '../words.ts'
import { detailFacts } from './detail-facts.ts'
import type { Fact } from './facts.tsx'

type Money = { readonly amount: string; readonly currency: string }
type Scan = NonNullable<ExampleAssetFragment['verification']>['scans'][number]

/** What each scope shows of an asset, line by line; null where the scope is not granted. */
export function factsOf(asset: ExampleAssetFragment): readonly (readonly [Scope, Fact[] | null])[] {
  return [
    ['valuation', valuationFacts(asset)],
    ['detail', asset.detail && describeDetail(asset.detail)],
    ['category_detail', asset.categoryDetail && detailFacts(asset.categoryDetail)],
    ['documentation', documentationFacts(asset)],
    ['estate', asset.estate && estateFacts(asset.estate)],
    ['verification', asset.verification && verificationFacts(asset.verification)],
  ]
}

function valuationFacts({ valuation, valuations }: ExampleAssetFragment): Fact[] | null {
  if (!valuation) return null
  const { marketValue, purchasePrice, insuranceValue, valuedAt } = valuation
  const earlier = valuations?.totalCount ?? 0
  return [
    ['Market value', money(marketValue)],
    ['Purchase price', money(purchasePrice)],
    ['Insurance value', money(insuranceValue)],
    ['Valued on', valuedAt && dateInWords(valuedAt)],
    ['History', earlier > 0 ? valuesInWords(earlier) : null],
  ]
}

function valuesInWords(count: number): string {
  return count === 1 ? 'One value' : `${numberInWords(count)} values`
}

function describeDetail(detail: NonNullable<ExampleAssetFragment['detail']>): Fact[] {
  return [
    ['Description', detail.description],
    ['Notes', detail.notes],
    ['Seller', detail.seller],
    ['Stored at', detail.storageLocation],
    ['Collections', listInWords(detail.collections.map(({ name }) => name))],
  ]
}

function documentationFacts({ documentation, documents }: ExampleAssetFragment): Fact[] | null {
  if (!documentation) return null
  const titles = (documents?.nodes ?? []).map(({ title, issuedOn }) =>
    issuedOn ? `${title} (${dayInWords(issuedOn)})` : title,
  )
  return [
    ['Documents', numberInWords(documentation.documentCount)],
    ['Completeness', percentInWords(documentation.completenessScore)],
    ['Newest documents', listInWords(titles)],
  ]
}

function estateFacts(estate: NonNullable<ExampleAssetFragment['estate']>): Fact[] {
  const heirs = estate.heirs.map(
    ({ name, sharePercent }) => `${name} (${percentInWords(sharePercent)})`,
  )
  const { score, gaps } = estate.readiness
  return [
    ['Heirs', listInWords(heirs)],
    ['Readiness', score === null ? null : percentInWords(score)],
    ['Gaps', listInWords(gaps.map(codeInWords))],
    [
      'Share links',
      listInWords(estate.shareLinks.map(({ label, state }) => `${label} (${state})`)),
    ],
  ]
}

function verificationFacts(found: NonNullable<ExampleAssetFragment['verification']>): Fact[] {
  const [scan] = found.scans
  return [
    ['Status', found.status && codeInWords(found.status)],
    ['Risk score', found.riskScore === null ? null : `${numberInWords(found.riskScore)} of 100`],
    ['Tamper state', found.tamperState && codeInWords(found.tamperState)],
    ['Newest scan', scan && scanInWords(scan)],
  ]
}

function scanInWords({ scannedAt, method, result }: Scan): string {
  return `${dateInWords(scannedAt)}: ${codeInWords(method)}, ${codeInWords(result).toLowerCase()}`
}

function money(value: Money | null): string | null {
  return value && moneyInWords(value)
}
