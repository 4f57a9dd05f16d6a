import { Anchor, Badge, Box, Code, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeyLink } from '../../domain/keys/key-filter.tsx'
import { colorOf, formatAsked, formatMilliseconds } from '../../domain/requests/format-request.ts'
import { RequestLink } from '../../domain/requests/request-id.tsx'
import type { RequestLogQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/inline.tsx'
import type { Column } from '../../ui/record-table.tsx'
import { describeCode } from '../../words/errors/error-texts.ts'
import { formatMoment, formatNumber, TIME_ZONE } from '../../words/format.ts'

type Request = RequestLogQuery['requestLog']['nodes'][number]

interface Options {
  readonly firmId: string
  readonly isOfOneKey: boolean
  /** Lists the requests of the client with this id alone. */
  readonly onClient: (clientId: string) => void
}

/** The columns of the log: when, what was asked, how it was answered, by whom, and the id. */
export function columnsFor({ firmId, isOfOneKey, onClient }: Options): readonly Column<Request>[] {
  return [
    [
      t('Time ({zone})', { zone: TIME_ZONE }),
      ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    ],
    [t('Request'), (request) => <Asked of={request} />],
    [t('Answer'), (request) => <Answer of={request} />],
    [t('Client'), (request) => <Client of={request} onClient={onClient} />],
    [
      t('Sent from'),
      ({ key, address, version }) => (
        <Box miw="7.5rem">
          {!isOfOneKey && <KeyLink firmId={firmId} id={key.id} name={key.name} />}
          <Small>{address}</Small>
          <Small>{version && t('API version {version}', { version })}</Small>
        </Box>
      ),
    ],
    [
      t('Request ID'),
      ({ requestId, key }) => (
        <Text span fz="xs">
          <RequestLink id={requestId} firmId={firmId} keyId={key.id} />
        </Text>
      ),
    ],
  ]
}

function Asked({ of: request }: { of: Request }) {
  return (
    <Stack gap={2} align="flex-start" miw="8rem">
      <span style={ANYWHERE}>{formatAsked(request)}</span>
      {request.parameters.map((parameter) => (
        <Code key={parameter} fz="xs" style={ANYWHERE}>
          {parameter}
        </Code>
      ))}
      <Small>{request.path && t('A path that does not exist')}</Small>
    </Stack>
  )
}

function Answer({ of: { status, code, bytes, milliseconds } }: { of: Request }) {
  const time = formatMilliseconds(milliseconds)
  return (
    <>
      <Badge color={colorOf(status)}>{status}</Badge>{' '}
      {code !== null && (
        <>
          <Code fz="xs">{code}</Code>
          <Text size="sm">{describeCode(code)}</Text>
        </>
      )}
      <Small>
        {bytes === null ? time : t('{bytes} bytes in {time}', { bytes: formatNumber(bytes), time })}
      </Small>
    </>
  )
}

type ClientProps = Pick<Options, 'onClient'> & { readonly of: Request }

function Client({ of: { clientId, clientName }, onClient }: ClientProps) {
  if (clientId === null) return '–'
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        style={ANYWHERE}
        aria-label={t('Only requests for {client}', { client: clientName ?? clientId })}
        onClick={() => onClient(clientId)}
      >
        {clientName ?? clientId}
      </Anchor>
      <Small>{clientName && clientId}</Small>
    </>
  )
}

function Small({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Dimmed size="xs" style={ANYWHERE}>
      {children}
    </Dimmed>
  )
}

// A column of such texts would become as narrow as a letter, so it has a least width.
const ANYWHERE = { overflowWrap: 'anywhere', minWidth: 0 } as const
