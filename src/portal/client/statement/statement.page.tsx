import '../../ui/sheet.css'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from 'wouter'
import { addDecimals } from '../../../values/numbers.ts'
import { serverNow } from '../../data/server-clock.ts'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { StatementDocument, type StatementQuery } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { To } from '../../ui/inline.tsx'
import { PortalPage } from '../../ui/page.tsx'
import { NotFound, QueryView } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatDate, formatLastDay, formatMoney, formatSigned } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'

const FIRST_YEAR = 1900

/** The yearly statement of a client, to read and to print: values by category, and who had access. */
export default function StatementPage() {
  const { year: text } = useParams<{ year: string }>()
  const { id, hasPortfolio } = usePerson()
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  const thisYear = new Date(serverNow()).getUTCFullYear()
  if (!hasPortfolio || year < FIRST_YEAR || year > thisYear) return <NotFound />
  return (
    <PortalPage
      title={t('Statement of {year}', { year: text })}
      action={
        <Group gap="md" className="screen-only">
          <YearLink year={year - 1} />
          {year < thisYear && <YearLink year={year + 1} />}
          <Button onClick={() => window.print()}>{t('Print')}</Button>
        </Group>
      }
    >
      <Sheet key={year} clientId={id} year={year} />
    </PortalPage>
  )
}

function YearLink({ year }: { readonly year: number }) {
  return <To href={`/portfolio/statement/${year}`}>{String(year)}</To>
}

function Sheet({ clientId, year }: { readonly clientId: string; readonly year: number }) {
  // The end of a year is the first instant of the next in UTC. For this year the server takes it for now.
  const [begin, end] = [`${year}-01-01T00:00:00.000Z`, `${year + 1}-01-01T00:00:00.000Z`]
  const statement = useQuery(StatementDocument, { clientId, begin, end })
  return (
    <QueryView of={statement} rows={1} height={480}>
      {({ portfolio, connectedApps }) => (
        <Card component="article" className="sheet">
          <Stack gap="lg">
            <Text>{portfolio.client.name}</Text>
            <section>
              <Title order={2} size="h4" mb={4}>
                {t('Value')}
              </Title>
              <ValueTable of={portfolio.valuesAt ?? []} year={String(year)} />
            </section>
            <section>
              <Title order={2} size="h4" mb={4}>
                {t('Who had access')}
              </Title>
              <AccessTable of={connectedApps} begin={begin} end={end} />
            </section>
          </Stack>
        </Card>
      )}
    </QueryView>
  )
}

type Apps = StatementQuery['connectedApps']

interface Props {
  readonly of: Apps
  /** The first instant of the year and of the next. */
  readonly begin: string
  readonly end: string
}

// The firms that had access in a year, each with what it could see and for how long.
function AccessTable({ of: { nodes, pageInfo }, begin, end }: Props) {
  const [from, to] = [Date.parse(begin), Date.parse(end)]
  const then = nodes.filter(
    ({ createdAt, endedAt }) =>
      Date.parse(createdAt) < to && (endedAt === null || Date.parse(endedAt) > from),
  )
  return (
    <>
      {then.length === 0 ? (
        <Text size="sm">{t('No firm had access in this year.')}</Text>
      ) : (
        <>
          <RecordTable label={t('Who had access')} columns={COLUMNS} records={then} />
          <Text size="xs" c="dimmed" mt="xs">
            {rich(
              'It may have been more or less before. The receipts of each connection say what you agreed to, and when: <link>Connected Apps</link>',
              { link: (parts) => <To href="/connected-apps">{parts}</To> },
            )}
          </Text>
        </>
      )}
      {pageInfo.hasNextPage && (
        <Text size="sm">
          {t('Only your newest 100 connections were looked at. Connected Apps lists all of them.')}
        </Text>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Apps['nodes'][number]>[] = [
  [t('Firm'), ({ key }) => `${key.firmName} (${key.name})`],
  [t('Can see now, or could at its end'), ({ effectiveScopes }) => formatScopes(effectiveScopes)],
  [t('From'), ({ createdAt }) => formatDate(createdAt)],
  [t('Until'), ({ endedAt }) => (endedAt ? formatDate(endedAt) : t('Still has access'))],
]

type Values = NonNullable<StatementQuery['portfolio']['valuesAt']>[number]
type Sum = Pick<Values, 'value' | 'valuedAssetCount'>

interface Row {
  readonly id: string
  /** Null: nothing had a value then. */
  readonly begin: Sum['value'] | null
  readonly end: Sum
}

// The values at the begin and at the end of a year: of each category, and of all.
function ValueTable({
  of: [begin, end],
  year,
}: {
  readonly of: readonly Values[]
  readonly year: string
}) {
  if (!begin || !end || end.valuedAssetCount === 0)
    return (
      <Text size="sm">
        {t('None of your assets has a value up to the end of {year}.', { year })}
      </Text>
    )
  const categories = end.categories.map((sum) => ({
    id: CATEGORIES[sum.category],
    begin: valueOrNone(begin.categories.find(({ category }) => category === sum.category)),
    end: sum,
  }))
  return (
    <>
      <RecordTable
        label={t('Value')}
        columns={columnsOf(begin.at, end.at)}
        records={[...categories, { id: t('Total'), begin: valueOrNone(begin), end }]}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {t(
          'By the valuations of the assets that you have now. It is not what you owned then: assets that you no longer have are left out, and each asset counts from its first valuation.',
        )}
      </Text>
    </>
  )
}

function columnsOf(begin: string, end: string): readonly Column<Row>[] {
  return [
    [
      t('Category'),
      ({ id, end: { valuedAssetCount: count } }) => (
        <>
          {id}{' '}
          <Text span size="xs" c="dimmed">
            {t('{count, plural, one {# asset} other {# assets}}', { count })}
          </Text>
        </>
      ),
    ],
    [formatLastDay(begin), (row) => (row.begin ? formatMoney(row.begin) : '–'), 'end'],
    [formatLastDay(end), (row) => formatMoney(row.end.value), 'end'],
    [t('Change in the year'), formatChange, 'end'],
  ]
}

function valueOrNone(sum: Sum | undefined): Sum['value'] | null {
  return sum && sum.valuedAssetCount > 0 ? sum.value : null
}

function formatChange({ begin, end: { value } }: Row): string {
  if (!begin) return '–'
  return formatSigned({ ...value, amount: addDecimals([value.amount, `-${begin.amount}`]) }, null)
}
