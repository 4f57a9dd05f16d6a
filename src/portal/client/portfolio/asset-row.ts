import type { ExportedAssetsQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { CsvRow } from '../../ui/export/csv.ts'

/** An asset with all its blocks. */
export type ExportedAsset = NonNullable<ExportedAssetsQuery['portfolio']['assets']>['nodes'][number]

type Cell = CsvRow[number]

/** The columns of the file, each with its cell of an asset. Amounts and instants are as the API has them. */
const CELLS: Readonly<Record<string, (asset: ExportedAsset) => Cell>> = {
  registry_id: ({ registryId }) => registryId,
  title: ({ title }) => title,
  category: ({ category }) => category,
  quantity: ({ quantity }) => quantity,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  currency: ({ valuation }) => currencyOf(valuation),
  market_value: ({ valuation }) => valuation?.marketValue?.amount,
  purchase_price: ({ valuation }) => valuation?.purchasePrice?.amount,
  insurance_value: ({ valuation }) => valuation?.insuranceValue?.amount,
  valued_at: ({ valuation }) => valuation?.valuedAt,
  description: ({ detail }) => detail?.description,
  notes: ({ detail }) => detail?.notes,
  seller: ({ detail }) => detail?.seller,
  storage_location: ({ detail }) => detail?.storageLocation,
  collections: ({ detail }) => joined(detail?.collections.map(({ name }) => [name])),
  category_detail: ({ categoryDetail }) => JSON.stringify(categoryDetail?.members),
  valuations: ({ valuations }) =>
    joined(
      valuations?.nodes.map(({ valuedAt, value, source }) => [valuedAt, value.amount, source]),
    ),
  document_count: ({ documentation }) => documentation?.documentCount,
  completeness_score: ({ documentation }) => documentation?.completenessScore,
  documents: ({ documents }) => joined(documents?.nodes.map(partsOfDocument)),
  heirs: ({ estate }) =>
    joined(estate?.heirs.map((heir) => [heir.name, heir.relationship, `${heir.sharePercent} %`])),
  readiness_score: ({ estate }) => estate?.readiness.score,
  readiness_gaps: ({ estate }) => joined(estate?.readiness.gaps.map((gap) => [gap])),
  share_links: ({ estate }) => joined(estate?.shareLinks.map(partsOfShareLink)),
  verification_status: ({ verification }) => verification?.status,
  risk_score: ({ verification }) => verification?.riskScore,
  tamper_state: ({ verification }) => verification?.tamperState,
  scan_count: ({ verification }) => verification?.scanCount,
  scans: ({ verification }) =>
    joined(verification?.scans?.map((scan) => [scan.scannedAt, scan.method, scan.result])),
}

/** The names of the columns. */
export const ASSET_HEADER: CsvRow = Object.keys(CELLS)

/** The cells of an asset, in the order of the names. */
export function assetRow(asset: ExportedAsset): CsvRow {
  return Object.values(CELLS).map((cell) => cell(asset))
}

type Valuation = ExportedAsset['valuation']

// All amounts of a portfolio are in one currency.
function currencyOf(valuation: Valuation): string | undefined {
  const amount = valuation?.marketValue ?? valuation?.purchasePrice ?? valuation?.insuranceValue
  return amount?.currency
}

// The parts of an entry. A part that is not recorded is left out, but for the first.
type Parts = readonly (string | false | null)[]

function joined(entries: readonly Parts[] | undefined): string | undefined {
  const isShown = (part: Parts[number], place: number) => place === 0 || part
  return entries?.map((parts) => parts.filter(isShown).join(', ')).join('; ')
}

type ShareLink = NonNullable<ExportedAsset['estate']>['shareLinks'][number]

function partsOfShareLink({ label, createdAt, expiresAt, revokedAt }: ShareLink): Parts {
  return [
    label,
    t('created {createdAt}', { createdAt }),
    expiresAt && t('expires {expiresAt}', { expiresAt }),
    revokedAt && t('revoked {revokedAt}', { revokedAt }),
  ]
}

type Document = NonNullable<ExportedAsset['documents']>['nodes'][number]

function partsOfDocument(document: Document): Parts {
  const { title, type, issuer, issuedOn, expiresOn, fileSize } = document
  return [
    title,
    type,
    issuer && t('issuer {issuer}', { issuer }),
    issuedOn && t('issued {issuedOn}', { issuedOn }),
    expiresOn && t('expires {expiresOn}', { expiresOn }),
    fileSize !== null && t('{fileSize} bytes', { fileSize }),
  ]
}
