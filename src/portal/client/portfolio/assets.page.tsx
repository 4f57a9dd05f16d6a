import { Button, Group, Stack, Text } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { type Shown, useQuery } from '../../data/use-query.ts'
import {
  AssetCategoriesDocument,
  OwnAssetsDocument,
  type OwnAssetsQuery,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ExportButtons, type Exported } from '../../ui/export/export-buttons.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { type ListPages, useListPages } from '../../ui/list-search/use-list-pages.ts'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { PortalPage } from '../../ui/page.tsx'
import { QueryView } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatDate, formatDecimal, formatMoney, formatNumber } from '../../words/format.ts'
import { askForAssets, assetChoices, type CategoryCount } from './asset-choices.ts'
import { ASSET_HEADER, assetRow, type ExportedAsset } from './asset-row.ts'
import classes from './asset-table.module.css'
import { readExportedPage } from './read-exported.ts'

/** All assets of a client: searched, filtered, and saved as a file. */
export default function AssetsPage() {
  const { id: clientId } = usePerson()
  const categories = useQuery(AssetCategoriesDocument, { clientId })
  return (
    <PortalPage title={t('Assets')} action={<ExportAssets clientId={clientId} />}>
      <QueryView of={categories} rows={8} height={56}>
        {({ portfolio: { summary } }) => (
          <AssetList clientId={clientId} categories={summary.categories} />
        )}
      </QueryView>
    </PortalPage>
  )
}

// Saves the client's assets with all that firms can see of them.
function ExportAssets({ clientId }: { clientId: string }) {
  const of: Exported<ExportedAsset> = {
    name: 'portfolio',
    read: (after) => readExportedPage(clientId, after),
    header: ASSET_HEADER,
    toRow: assetRow,
  }
  return <ExportButtons of={of} />
}

const NAME = 'assets'
// On a phone each asset has the lines of a small card.
const PAGE_SIZE = window.matchMedia('(max-width: 48em)').matches ? 25 : 100

interface Props {
  readonly clientId: string
  /** Those that have assets. */
  readonly categories: readonly CategoryCount[]
}

// The assets of a client: searched, of one category, in an order, a page at a time. All of it is in the address.
function AssetList({ clientId, categories }: Props) {
  const search = useListSearch(NAME, 'address')
  const pages = useListPages(NAME)
  const variables = { clientId, ...askForAssets(search), first: PAGE_SIZE, after: pages.after }
  const found = useQuery(OwnAssetsDocument, variables)
  const top = useTopOfPage(pages)
  useFirstPageInstead(found.error, pages)
  return (
    <div ref={top} tabIndex={-1} style={TOP}>
      <Stack>
        <ListControls
          of={search}
          label={t('Search by title or ID')}
          choices={assetChoices(categories)}
          count={found.data?.portfolio.assets?.totalCount}
        />
        <QueryView of={found} rows={8} height={56}>
          {({ portfolio: { assets } }) =>
            assets && <Found assets={assets} search={search} pages={pages} />
          }
        </QueryView>
      </Stack>
    </div>
  )
}

// Clear of the header, and without the frame of a control: it only takes the focus of a page that is turned.
const TOP = { scrollMarginTop: '5rem', outline: 'none' } as const

interface FoundProps {
  readonly assets: Assets
  readonly search: ListSearch
  readonly pages: ListPages
}

function Found({ assets, search, pages }: FoundProps) {
  if (assets.nodes.length === 0 && search.isNarrowed) return <NothingMatches of={search} />
  return (
    <>
      <AssetTable of={assets} />
      <PageButtons of={pages} assets={assets} />
    </>
  )
}

// A page that is turned begins at its top, for the eye and for the keyboard.
function useTopOfPage({ after }: ListPages) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(after)
  useEffect(() => {
    if (shown.current === after) return
    shown.current = after
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [after])
  return top
}

// The cursor of an old link may be of another release, or changed by hand.
function useFirstPageInstead(error: Shown<unknown>['error'], pages: ListPages) {
  const isLost = pages.after !== null && error?.code === 'invalid_parameter'
  useEffect(() => {
    if (isLost) pages.startOver()
  })
}

type Assets = NonNullable<OwnAssetsQuery['portfolio']['assets']>

// One page of the list. It is drawn again only for other assets: a hundred rows take longer than an answer.
const AssetTable = memo(function AssetTable({ of: { nodes } }: { of: Assets }) {
  return <RecordTable label={t('Assets')} columns={COLUMNS} records={nodes} />
})

const COLUMNS: readonly Column<Assets['nodes'][number]>[] = [
  [
    t('Asset'),
    ({ title, registryId }) => (
      <>
        <Link href={`/portfolio/${registryId}`} className={classes.title}>
          <bdi>{title}</bdi>
        </Link>
        <span className={classes.id}>{registryId}</span>
      </>
    ),
  ],
  [t('Category'), ({ category }) => CATEGORIES[category]],
  [t('Quantity'), ({ quantity }) => formatDecimal(quantity), 'end'],
  [
    t('Market value'),
    ({ valuation }) => (valuation?.marketValue ? formatMoney(valuation.marketValue) : '–'),
    'end',
  ],
  [t('Last changed'), ({ updatedAt }) => formatDate(updatedAt), 'end'],
]

// The page that is shown, and the way to the one before and after it. Nothing where there is one page.
function PageButtons({ of, assets }: { of: ListPages; assets: Assets }) {
  const { number, previous } = of
  const { hasNextPage, endCursor } = assets.pageInfo
  if (number === 1 && !hasNextPage) return null
  return (
    <Group component="nav" aria-label={t('Pages of assets')} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="digits">
        {t('Page {number} of {count}', {
          number: formatNumber(number),
          count: formatNumber(Math.max(number, Math.ceil(assets.totalCount / PAGE_SIZE))),
        })}
      </Text>
      <Group gap="xs">
        {number > 2 && (
          <Button variant="default" size="xs" onClick={of.first}>
            {t('First page')}
          </Button>
        )}
        {previous && (
          <Button variant="default" size="xs" onClick={previous}>
            {t('Previous page')}
          </Button>
        )}
        {hasNextPage && endCursor && (
          <Button variant="default" size="xs" onClick={() => of.next(endCursor)}>
            {t('Next page')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
