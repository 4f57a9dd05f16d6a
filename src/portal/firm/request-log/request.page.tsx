import { Alert, Anchor, Code, Text } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { useQuery } from '../../data/use-query.ts'
import { KeyLink } from '../../domain/keys/key-filter.tsx'
import { colorOf, formatAsked, formatMilliseconds } from '../../domain/requests/format-request.ts'
import { LoggedRequestsDocument, type LoggedRequestsQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { QueryPage, Section } from '../../ui/page-parts.tsx'
import { describeCode } from '../../words/errors/error-texts.ts'
import { nextStepOf } from '../../words/errors/request-texts.ts'
import { formatNumber } from '../../words/format.ts'

/** The requests with one id: their parameters, results, reasons and remedies. */
export default function RequestPage() {
  const { firmId, requestId } = useParams<Record<'firmId' | 'requestId', string>>()
  const [params] = useSearchParams()
  const variables = { firmId, requestId, keyId: params.get('key') }
  const query = useQuery(LoggedRequestsDocument, variables)
  return (
    <QueryPage
      of={query}
      title={t('Request')}
      description={
        <>
          <To href={`/firms/${firmId}/logs?${params}`}>{t('All requests')}</To>{' '}
          <CopyId id={requestId} of={t('the request')} />
        </>
      }
      rows={1}
      height={320}
    >
      {({ loggedRequests }) => {
        // A caller may use an id again, with a key of another firm of the reader as well.
        const found = loggedRequests.filter(({ key }) => key.firm.id === firmId)
        return (
          <>
            {found.length === 0 && <NotStored />}
            {found.length > 1 && (
              <Text>{t('This ID was sent with several requests. The newest is first.')}</Text>
            )}
            {found.map((request) => (
              <RequestDetails key={request.id} of={request} />
            ))}
          </>
        )
      }}
    </QueryPage>
  )
}

function NotStored() {
  return (
    <EmptyState title={t('This request is not stored')}>
      {t(
        'Requests are kept for 7 days, and of many that ended alike only the newest. A request appears here within a minute. Contact support with its ID.',
      )}
    </EmptyState>
  )
}

type Request = LoggedRequestsQuery['loggedRequests'][number]

function RequestDetails({ of: request }: { of: Request }) {
  return (
    <Section title={formatAsked(request)} description={<Instant at={request.at} />}>
      <Answer of={request} />
      <FactList of={factsOf(request)} />
    </Section>
  )
}

function Answer({ of: { status, code, message } }: { of: Request }) {
  if (code === null)
    return (
      <Alert color={colorOf(status)} title={t('Status {status}', { status })}>
        {status < 400
          ? t('It was answered.')
          : t('The program disconnected before the answer began.')}
      </Alert>
    )
  return (
    <Alert
      color={colorOf(status)}
      title={t('Status {status}: {code}', { status, code: describeCode(code) })}
    >
      {message !== null && <Text size="sm">{t('The answer said: {message}', { message })}</Text>}
      <Text size="sm" mt="xs">
        {t('What to do: {code}', { code: nextStepOf(code) })}
      </Text>
    </Alert>
  )
}

function factsOf(request: Request): readonly Fact[] {
  const { code, path, clientId, clientName, parameters, milliseconds, bytes, cost } = request
  const { key, address, version } = request
  return [
    [t('API code'), code === null ? null : <About key="code" code={code} />],
    [t('Key'), <KeyLink key="key" firmId={key.firm.id} id={key.id} name={key.name} />],
    [t('Path'), path === null ? null : t('A path that does not exist')],
    [t('Client'), clientId && <CopyId key="client" id={clientId} of={t('the client')} />],
    [t('Name of the client'), clientName],
    [t('Parameters'), parameters.length === 0 ? null : <Parameters key="all" of={parameters} />],
    [t('From the address'), address],
    [t('API version'), version],
    [t('Duration'), formatMilliseconds(milliseconds)],
    [t('Body'), bytes === null ? null : t('{bytes} bytes', { bytes: formatNumber(bytes) })],
    [t('Counted as'), cost === null ? null : formatCost(cost)],
  ]
}

function About({ code }: { code: string }) {
  return (
    <>
      <Code>{code}</Code> ·{' '}
      <Anchor inherit underline="always" href={`/docs/errors#${code}`}>
        {t('In the documentation')}
      </Anchor>
    </>
  )
}

function Parameters({ of }: { of: readonly string[] }) {
  return of.map((parameter) => (
    <div key={parameter}>
      <Code style={{ overflowWrap: 'anywhere' }}>{parameter}</Code>
    </div>
  ))
}

const formatCost = (cost: number) =>
  cost === 1
    ? t('1 request of the rate limit')
    : t('{cost} requests of the rate limit', { cost: formatNumber(cost) })
