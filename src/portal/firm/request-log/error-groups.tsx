import { Code, Group } from '@mantine/core'
import { useQuery } from '../../data/use-query.ts'
import { formatDaily, formatEndpoint } from '../../domain/requests/format-request.ts'
import { RequestId } from '../../domain/requests/request-id.tsx'
import { RequestErrorsDocument, type RequestErrorsQuery } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { Bars } from '../../ui/bars.tsx'
import { Dimmed, To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { describeCode } from '../../words/errors/error-texts.ts'
import { formatNumber } from '../../words/format.ts'

type ErrorGroup = RequestErrorsQuery['apiKey']['errorGroups'][number]

interface Props {
  readonly firmId: string
  readonly keyId: string
}

/** The errors of a key in the last days, by code and endpoint. */
export function ErrorGroups(props: Props) {
  const query = useQuery(RequestErrorsDocument, { keyId: props.keyId })
  return (
    <Section
      title={t('Errors')}
      description={t(
        'All errors of the last 7 days are counted here, by code and endpoint, with a bar for each day in UTC.',
      )}
    >
      <QueryView of={query} rows={1} height={60}>
        {({ apiKey }) =>
          apiKey.errorGroups.length === 0 ? (
            <Dimmed>{t('None in the last 7 days.')}</Dimmed>
          ) : (
            <RecordTable
              label={t('Errors of the last 7 days, by code and endpoint')}
              columns={columnsFor(props)}
              records={apiKey.errorGroups}
            />
          )
        }
      </QueryView>
    </Section>
  )
}

function columnsFor({ firmId, keyId }: Props): readonly Column<ErrorGroup>[] {
  return [
    [
      t('What happened'),
      ({ code }) => (
        <>
          {describeCode(code)}
          <Dimmed size="xs">
            {rich('API code {code}', { code: <Code fz="xs">{code}</Code> })}
          </Dimmed>
        </>
      ),
    ],
    [t('Endpoint'), ({ endpoint }) => formatEndpoint(endpoint)],
    [t('Requests'), ({ daily }) => <DayBars daily={daily} />],
    [t('Last'), ({ lastAt }) => <Instant at={lastAt} exact />],
    [
      t('Last request ID'),
      ({ lastRequestId }) => <RequestId id={lastRequestId} firmId={firmId} keyId={keyId} />,
    ],
    [
      t('Filter'),
      ({ code }) => (
        <To href={`/firms/${firmId}/logs?key=${keyId}&requests-code=${code}`}>
          {rich('List {code}', { code: <Code fz="xs">{code}</Code> })}
        </To>
      ),
      'actions',
    ],
  ]
}

function DayBars({ daily }: { daily: readonly number[] }) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" display="inline-flex">
      <Bars label={formatDaily(daily)} bars={daily.map((requests) => [[requests, COLOR]])} />
      <span>{formatNumber(daily.reduce((sum, requests) => sum + requests, 0))}</span>
    </Group>
  )
}

const COLOR = 'var(--mantine-color-fruit-filled)'
