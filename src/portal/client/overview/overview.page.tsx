import { Box, Grid, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { usePerson } from '../../data/session/person.ts'
import { askEarly, useQuery } from '../../data/use-query.ts'
import {
  OverviewDocument,
  OverviewGrantsDocument,
  type OverviewQuery,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ButtonTo, To } from '../../ui/inline.tsx'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { daysAfter, today } from '../../words/dates.ts'
import { formatMoney, formatNumber, formatShare } from '../../words/format.ts'
import { Attention } from './attention.tsx'
import { GrantLines, useOverviewGrants } from './grant-lines.tsx'
import classes from './overview.module.css'
import { ValueHistory } from './value-history.tsx'

/** Asks for who can see the portfolio. The rest needs the id of the client. */
export function prefetch(): void {
  askEarly(OverviewGrantsDocument, {})
}

/** The home of a client: who can see the portfolio, its value, and the entries that ask for attention. */
export default function OverviewPage() {
  const { id, hasPortfolio } = usePerson()
  return (
    <PortalPage title={t('Portfolio')} action={hasPortfolio && <Ways />}>
      {hasPortfolio ? (
        <Overview clientId={id} />
      ) : (
        <EmptyState title={t('No portfolio')}>{t('This account has no portfolio.')}</EmptyState>
      )}
    </PortalPage>
  )
}

function Ways() {
  const year = String(new Date(serverNow()).getFullYear() - 1)
  return (
    <Group gap="md">
      <To href={`/portfolio/statement/${year}`} size="sm">
        {t('Statement of {year}', { year })}
      </To>
      <ButtonTo href="/portfolio/assets" variant="default">
        {t('All assets')}
      </ButtonTo>
    </Group>
  )
}

function Overview({ clientId }: { clientId: string }) {
  // The day must not change while the page is open, or each render would ask again.
  const [day] = useState(() => today(serverNow()))
  const variables = {
    ...{ clientId, today: day, tomorrow: daysAfter(day, 1), soon: daysAfter(day, 90) },
    ...{ monthAgo: daysAfter(day, -30), beforeMonth: daysAfter(day, -31) },
    ...{ yearAgo: daysAfter(day, -365), beforeYear: daysAfter(day, -366) },
  }
  const overview = useQuery(OverviewDocument, variables, { onVisit: 'again' })
  const grants = useOverviewGrants()
  return (
    <>
      <GrantLines of={grants} />
      {/* How many lines there are is not known before, and they would move what is below. */}
      {(grants.data || grants.error) && (
        <QueryView of={overview} rows={2} height={420}>
          {({ portfolio }) => <Shown of={portfolio} clientId={clientId} grants={grants} />}
        </QueryView>
      )}
    </>
  )
}

interface ShownProps {
  readonly of: OverviewQuery['portfolio']
  readonly clientId: string
  readonly grants: ReturnType<typeof useOverviewGrants>
}

function Shown({ of: portfolio, clientId, grants }: ShownProps) {
  const { summary } = portfolio
  if (summary.assetCount === 0)
    return (
      <EmptyState title={t('No assets yet')}>
        {t('Your portfolio is empty. Its assets are listed here once they have been recorded.')}
      </EmptyState>
    )
  return (
    <>
      <Value clientId={clientId} summary={summary} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Attention of={portfolio} grants={grants} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Categories of={summary} />
        </Grid.Col>
      </Grid>
    </>
  )
}

type Summary = OverviewQuery['portfolio']['summary']

interface Props {
  readonly clientId: string
  readonly summary: Summary
}

// The value of the portfolio, now and over time.
function Value({ clientId, summary }: Props) {
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
function describeCounts({ assetCount, valuedAssetCount }: Summary): string {
  const assets = formatAssets(assetCount)
  if (valuedAssetCount === null || valuedAssetCount === assetCount) return assets
  if (valuedAssetCount === 0) return t('{assets}. None of them has a value yet.', { assets })
  return t('Covers {covered} of {count} assets. The others have no value.', {
    covered: formatNumber(valuedAssetCount),
    count: formatNumber(assetCount),
  })
}

// How the portfolio is spread over categories. Each leads to its assets.
function Categories({ of: summary }: { of: Summary }) {
  const { byValue, shares } = sharesOf(summary)
  return (
    <Section
      title={t('By category')}
      description={byValue ? t('Market value, and its part of the total.') : t('Number of assets.')}
    >
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('Categories')}>
        {shares.map(({ category, amount, part }) => (
          <Box component="li" key={category} fz="sm" style={SHARE}>
            <span>
              <To href={`/portfolio/assets?assets-category=${category}`}>{CATEGORIES[category]}</To>
            </span>
            <Text span inherit ta="end" className="digits">
              {amount}
            </Text>
            <Text span inherit ta="end" className="digits" c="dimmed">
              {formatShare(part)}
            </Text>
            <Progress
              value={part * 100}
              size={6}
              color="var(--mantine-color-anchor)"
              styles={BAR}
              aria-hidden
            />
          </Box>
        ))}
      </Stack>
    </Section>
  )
}

const SHARE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto 3.5rem',
  gap: '4px var(--mantine-spacing-md)',
  alignItems: 'baseline',
}
const BAR = { root: { gridColumn: '1 / -1' }, section: { minWidth: 2 } }

// The parts of the categories in the total value, the largest first; of the assets, where nothing has a value.
function sharesOf({ assetCount: count, totalValue, categories }: Summary) {
  const total = Number(totalValue?.amount ?? 0)
  const byValue = total > 0
  const shares = categories.map(({ category, assetCount, totalValue: value }) => ({
    category,
    amount: byValue ? amountOf(value) : formatAssets(assetCount),
    part: byValue ? Number(value?.amount ?? 0) / total : assetCount / count,
  }))
  return { byValue, shares: shares.sort((one, other) => other.part - one.part) }
}

function amountOf(value: Summary['totalValue']): string {
  return value && Number(value.amount) > 0 ? formatMoney(value) : t('No value')
}

function formatAssets(assetCount: number): string {
  return t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })
}
