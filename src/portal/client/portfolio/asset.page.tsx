import { Text } from '@mantine/core'
import { useParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  AssetDocumentsDocument,
  type DocumentsFragment,
  OwnAssetDocument,
} from '../../generated/graphql.ts'
import { LOCALE } from '../../i18n/language.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { To } from '../../ui/inline.tsx'
import { PortalPage } from '../../ui/page.tsx'
import { NotFound, QueryView, Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatCode } from '../../words/codes.ts'
import { formatCalendarDate, formatList } from '../../words/format.ts'
import { AssetBlocks } from './asset-blocks.tsx'
import { AssetReaders, useReaders } from './asset-readers.tsx'
import { AssetValues } from './asset-values.tsx'

/** One asset of the client: who can see it, and what is recorded about it. */
export default function AssetPage() {
  const { registryId } = useParams<{ registryId: string }>()
  const { id: clientId } = usePerson()
  const found = useQuery(OwnAssetDocument, { clientId, registryId })
  const readers = useReaders(registryId)
  const { data, error } = found
  const asset = data?.portfolio.asset
  if (!asset && error && isUnknown(error.code)) return <NotFound />
  return (
    <PortalPage
      title={asset ? asset.title : t('Asset')}
      description={
        asset && (
          <>
            <To href={`/portfolio/assets?assets-category=${asset.category}`} underline="always">
              {CATEGORIES[asset.category]}
            </To>{' '}
            <CopyId id={asset.registryId} of={asset.title} />
          </>
        )
      }
    >
      <QueryView of={found} rows={4} height={160}>
        {() =>
          asset && (
            <>
              <AssetValues clientId={clientId} registryId={registryId} />
              <AssetReaders of={readers} registryId={registryId} />
              <AssetBlocks asset={asset} readers={readers.data?.assetGrants ?? null} />
              <AssetDocuments clientId={clientId} registryId={registryId} />
            </>
          )
        }
      </QueryView>
    </PortalPage>
  )
}

function isUnknown(code: string): boolean {
  return code === 'asset_not_found' || code === 'no_active_grant'
}

interface Props {
  readonly clientId: string
  readonly registryId: string
}

// The documents of an asset, and which recommended ones are missing. Their contents are not stored here.
function AssetDocuments({ clientId, registryId }: Props) {
  const found = useQuery(AssetDocumentsDocument, { clientId, registryId })
  return (
    <Section
      title={t('Documents')}
      description={t('The list has the recorded facts. The files are not here.')}
    >
      <QueryView of={found} rows={2} height={44}>
        {({ portfolio }) => {
          const documents = portfolio.asset?.documents
          if (!documents) return null
          const { missing } = documents.completeness
          return (
            <>
              {documents.totalCount === 0 ? (
                <Text size="sm">{t('No document is recorded for this asset.')}</Text>
              ) : (
                <RecordTable label={t('Documents')} columns={COLUMNS} records={documents.nodes} />
              )}
              {missing.length > 0 && (
                <Text size="sm" c="dimmed">
                  {t('Recommended and missing: {documents}.', {
                    documents: formatList(missing.map(formatCode)),
                  })}
                </Text>
              )}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

type Document = DocumentsFragment['nodes'][number]

const COLUMNS: readonly Column<Document>[] = [
  [t('Document'), ({ title }) => title],
  [t('Kind'), ({ type }) => formatCode(type)],
  [t('Issuer'), ({ issuer }) => issuer ?? '–'],
  [t('Issued'), ({ issuedOn }) => dateOrNone(issuedOn), 'end'],
  [t('Expires'), ({ expiresOn }) => dateOrNone(expiresOn), 'end'],
  [t('Size'), ({ fileSize }) => (fileSize === null ? '–' : formatSize(fileSize)), 'end'],
]

function dateOrNone(date: string | null): string {
  return date === null ? '–' : formatCalendarDate(date)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

// "1.2 MB", in units of 1,000.
function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const unit = UNITS[Math.min(power, UNITS.length - 1)] ?? 'byte'
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(LOCALE, format).format(bytes / 1_000 ** UNITS.indexOf(unit))
}
