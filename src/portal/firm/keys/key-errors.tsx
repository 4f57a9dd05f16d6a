import { Anchor, Code, Stack, Text } from '@mantine/core'
import { formatEndpoint } from '../../domain/requests/format-request.ts'
import { RequestId } from '../../domain/requests/request-id.tsx'
import type { FirmKeyQuery } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { describeCode, helpAddress } from '../../words/errors/error-texts.ts'
import { formatNumber } from '../../words/format.ts'

type Key = NonNullable<FirmKeyQuery['apiKey']>
type RequestError = Key['recentErrors'][number]
type ErrorCount = Key['errorCounts'][number]

type KeyPlace = Pick<Props, 'firmId' | 'keyId'>

interface Props {
  readonly errors: readonly RequestError[]
  readonly counts: readonly ErrorCount[]
  readonly firmId: string
  readonly keyId: string
}

/** The requests that failed: how many of each kind, and the latest with their request ids. */
export function KeyErrors({ errors, counts, ...of }: Props) {
  return (
    <Section
      title={t('Errors')}
      description={t('Include the request ID when you contact support.')}
    >
      {errors.length === 0 && counts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('None. Rejected and failed requests are counted and listed here.')}
        </Text>
      ) : (
        <Stack>
          {counts.length > 0 && (
            <RecordTable
              label={t('Errors of the last 30 days, by kind')}
              columns={countColumns(of)}
              records={counts}
              keyOf={({ id }) => id}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('Latest errors, newest first')}
          </Text>
          <RecordTable
            label={t('Latest errors')}
            columns={errorColumns(of)}
            records={errors}
            keyOf={({ requestId, at }) => requestId + at}
          />
        </Stack>
      )}
    </Section>
  )
}

function countColumns(of: KeyPlace): readonly Column<ErrorCount>[] {
  return [
    { name: t('What happened'), cell: ({ code }) => <WhatHappened code={code} /> },
    { name: t('Requests in 30 days'), cell: ({ requests }) => formatNumber(requests) },
    { name: t('Last'), cell: ({ lastAt }) => <Instant at={lastAt} exact /> },
    { name: t('Last endpoint'), cell: ({ lastEndpoint }) => formatEndpoint(lastEndpoint) },
    {
      name: t('Last request ID'),
      cell: ({ lastRequestId }) => <RequestId id={lastRequestId} {...of} />,
    },
  ]
}

function errorColumns(of: KeyPlace): readonly Column<RequestError>[] {
  return [
    {
      name: t('Request ID'),
      cell: ({ requestId }) => <RequestId id={requestId} {...of} />,
    },
    { name: t('When'), cell: ({ at }) => <Instant at={at} exact /> },
    { name: t('Endpoint'), cell: ({ endpoint }) => formatEndpoint(endpoint) },
    { name: t('Status'), cell: ({ status }) => status },
    { name: t('What happened'), cell: ({ code }) => <WhatHappened code={code} /> },
  ]
}

// The firm's program got the code, so its developer looks for it here.
function WhatHappened({ code }: { code: string }) {
  const help = helpAddress(code)
  const name = <Code fz="xs">{code}</Code>
  return (
    <>
      {describeCode(code)}
      <Text size="xs" c="dimmed">
        {rich('API code {code}', {
          code: help ? (
            <Anchor href={help} underline="always">
              {name}
            </Anchor>
          ) : (
            name
          ),
        })}
      </Text>
    </>
  )
}
