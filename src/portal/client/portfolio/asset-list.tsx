import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { OwnPortfolioDocument } from '../../generated/graphql.ts'
import { INPUT_DELAY_MS } from '../../ui/input-delay.ts'
import { PagedList } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { isCategory } from '../../words/categories.ts'
import { formatCount, formatMoney } from '../../words/format.ts'
import { AssetFilter } from './asset-filter.tsx'
import { AssetPage } from './asset-table.tsx'

/** The assets of a client, all or those of a category, and those that a search finds. */
export function AssetList({ clientId }: { clientId: string }) {
  const portfolio = useQuery({ query: OwnPortfolioDocument, variables: { clientId } })
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState('')
  const [delayed] = useDebouncedValue(search.trim(), INPUT_DELAY_MS)
  const asked = params.get('category') ?? ''
  const category = isCategory(asked) ? asked : null
  return (
    <QueryView of={portfolio} skeleton={<RowsSkeleton rows={4} height={120} />}>
      {({ portfolio }) =>
        portfolio && (
          <Section title="Assets" description={describe(portfolio.summary)}>
            <Stack>
              <AssetFilter
                categories={portfolio.summary.categories}
                category={category}
                search={search}
                onCategory={(chosen) => setParams(chosen ? { category: chosen } : {}, REPLACE)}
                onSearch={setSearch}
              />
              <PagedList key={`${category} ${delayed}`}>
                {(page) => (
                  <AssetPage {...page} clientId={clientId} category={category} search={delayed} />
                )}
              </PagedList>
            </Stack>
          </Section>
        )
      }
    </QueryView>
  )
}

const REPLACE = { replace: true } as const

interface Summary {
  readonly assetCount: number
  readonly totalValue: { readonly amount: string; readonly currency: string } | null
}

function describe({ assetCount, totalValue }: Summary): string {
  const count = formatCount(assetCount, 'asset')
  return totalValue ? `${count}, together ${formatMoney(totalValue)}.` : `${count}.`
}
