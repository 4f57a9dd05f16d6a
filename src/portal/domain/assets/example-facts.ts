import { serverNow } from '../../data/server-clock.ts'
import type { ExampleAssetFragment, Scope } from '../../generated/graphql.ts'
import { isolate } from '../../i18n/isolate.ts'
import { t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatCode } from '../../words/codes.ts'
import {
  formatCalendarDate,
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
type Scan = NonNullable<NonNullable<ExampleAssetFragment['verification']>['scans']>[number]

/** The data of an asset that the registry scope shows, without its title, ids and times. */
export function registryFacts({ category, quantity }: ExampleAssetFragment): Fact[] {
  return [
    [t('Category'), CATEGORIES[category]],
    [t('Quantity'), formatDecimal(quantity)],
  ]
}

/** The data of an asset under each other scope; null if the scope is not granted. */
export function exampleFacts(
  asset: ExampleAssetFragment,
): readonly (readonly [Scope, Fact[] | null])[] {
  const facts: Record<Exclude<Scope, 'registry'>, Fact[] | null> = {
    valuation: valuationFacts(asset),
    detail: asset.detail && describeDetail(asset.detail),
    category_detail: asset.categoryDetail && detailFacts(asset.categoryDetail.members),
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
    [t('Market value'), money(marketValue)],
    [t('Purchase price'), money(purchasePrice)],
    [t('Insurance value'), money(insuranceValue)],
    [t('Valued on'), valuedAt && formatStatedDate(valuedAt)],
    [
      t('History'),
      count > 0 ? t('{count, plural, one {# value} other {# values}}', { count }) : null,
    ],
  ]
}

function describeDetail(detail: NonNullable<ExampleAssetFragment['detail']>): Fact[] {
  return [
    [t('Description'), detail.description],
    [t('Notes'), detail.notes],
    [t('Seller'), detail.seller],
    [t('Stored at'), detail.storageLocation],
    [t('Collections'), formatList(detail.collections.map(({ name }) => name))],
  ]
}

function documentationFacts({ documentation, documents }: ExampleAssetFragment): Fact[] | null {
  if (!documentation) return null
  const titles = (documents?.nodes ?? []).map(({ title, issuedOn }) =>
    issuedOn ? `${title} (${formatCalendarDate(issuedOn)})` : title,
  )
  return [
    [t('Documents'), formatNumber(documentation.documentCount)],
    [t('Completeness'), formatPercent(documentation.completenessScore)],
    [t('Newest documents'), formatList(titles)],
  ]
}

function estateFacts(estate: NonNullable<ExampleAssetFragment['estate']>): Fact[] {
  const heirs = estate.heirs.map(
    ({ name, relationship, sharePercent }) =>
      `${name} (${[relationship, formatPercent(sharePercent)].filter(Boolean).join(', ')})`,
  )
  const { score, gaps } = estate.readiness
  return [
    [t('Heirs'), formatList(heirs)],
    [t('Readiness'), score === null ? null : formatPercent(score)],
    [t('Gaps'), formatList(gaps.map(formatCode))],
    [t('Share links'), formatList(estate.shareLinks.map(formatShareLink))],
  ]
}

function formatShareLink(link: ShareLink): string {
  const { label, createdAt, expiresAt } = link
  const dates = [
    t('created {createdAt}', { createdAt: formatStatedDate(createdAt) }),
    expiresAt && t('expires {expiresAt}', { expiresAt: formatStatedDate(expiresAt) }),
  ]
  return `${isolate(label, 'auto')} (${[formatState(link), ...dates.filter(Boolean)].join(', ')})`
}

// An expiry is not a change of the asset. So the API does not say which links have expired, and the page compares.
function formatState({ expiresAt, revokedAt }: ShareLink): string {
  if (revokedAt !== null) return t('Revoked')
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= serverNow()
  return isExpired ? t('Expired') : t('Active')
}

function verificationFacts(
  verification: NonNullable<ExampleAssetFragment['verification']>,
): Fact[] {
  const { scanCount, scans } = verification
  return [
    [t('Status'), verification.status && formatCode(verification.status)],
    [
      t('Risk score'),
      verification.riskScore === null
        ? null
        : t('{riskScore} of 100', { riskScore: formatNumber(verification.riskScore) }),
    ],
    [t('Tamper state'), verification.tamperState && formatCode(verification.tamperState)],
    [t('Scans'), scanCount > 0 ? formatNumber(scanCount) : null],
    [t('Newest scans'), scans?.map(formatScan).join('; ') ?? null],
  ]
}

function formatScan({ scannedAt, method, result }: Scan): string {
  return `${formatStatedDate(scannedAt)}: ${formatCode(method)}, ${formatCode(result)}`
}

function money(value: Money | null): string | null {
  return value && formatMoney(value)
}
