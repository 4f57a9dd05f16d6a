import '../../ui/sheet.css'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { StatementDocument, type StatementQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { To } from '../../ui/to.tsx'
import { formatDate } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import { ValueTable } from './value-table.tsx'

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
            <Text>{portfolio?.client.name}</Text>
            <section>
              <Title order={2} size="h4" mb={4}>
                {t('Value')}
              </Title>
              <ValueTable of={portfolio?.valuesAt ?? []} />
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
        <RecordTable label={t('Who had access')} columns={COLUMNS} records={then} />
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
  { name: t('Firm'), cell: ({ key }) => `${key.firmName} (${key.name})` },
  { name: t('Could see'), cell: ({ effectiveScopes }) => formatScopes(effectiveScopes) },
  { name: t('From'), cell: ({ createdAt }) => formatDate(createdAt) },
  {
    name: t('Until'),
    cell: ({ endedAt }) => (endedAt ? formatDate(endedAt) : t('Still has access')),
  },
]
