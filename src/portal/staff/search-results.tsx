import { Stack } from '@mantine/core'
import { EnvironmentBadge, SandboxClientBadge, StateBadge } from '../domain/badges.tsx'
import { formatAsked } from '../domain/requests/format-request.ts'
import { RequestId } from '../domain/requests/request-id.tsx'
import type { StaffSearchQuery } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Dimmed, To } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { EmptyState } from '../ui/page.tsx'
import { Section } from '../ui/page-parts.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { formatPlan } from '../words/plan.ts'

type Found = StaffSearchQuery['staffSearch']

/** The found records, by kind. Every record leads to its page. */
export function SearchResults({ of: found }: { of: Found }) {
  const { firms, people, clients, keys, grants, requests } = found
  // A client with an account of their own is one of the people.
  const others = clients.filter(({ id }) => people.every((person) => person.id !== id))
  const count = [firms, people, others, keys, grants, requests].flat().length
  if (count === 0)
    return (
      <EmptyState title={t('Nothing found')}>
        {t('Check the spelling, or search for a part of it.')}
      </EmptyState>
    )
  return (
    <>
      <Dimmed role="status">
        {t(
          '{count, plural, one {# result} other {# results}}. The arrow keys lead from one to the next.',
          { count },
        )}
      </Dimmed>
      <Results title={t('People')} columns={PEOPLE} records={people} />
      <Results title={t('Firms')} columns={FIRMS} records={firms} />
      <Results title={t('Clients')} columns={CLIENTS} records={others} />
      <Results title={t('Keys')} columns={KEYS} records={keys} />
      <Results title={t('Grants')} columns={GRANTS} records={grants} />
      <Results title={t('Requests')} columns={REQUESTS} records={requests} />
    </>
  )
}

interface ResultsProps<Record> {
  readonly title: string
  readonly columns: readonly Column<Record>[]
  readonly records: readonly Record[]
}

function Results<Record extends { id: string }>({ title, columns, records }: ResultsProps<Record>) {
  if (records.length === 0) return null
  return (
    <Section title={title}>
      <RecordTable label={title} columns={columns} records={records} />
    </Section>
  )
}

interface NamedProps {
  readonly id: string
  readonly path: string
  readonly name: string
}

// The name of the record itself, with its id: staff is asked about ids that logs and mails have.
function Named({ id, path, name }: NamedProps) {
  return (
    <Stack gap={2} align="flex-start">
      <To href={path}>{name}</To>
      <CopyId id={id} of={name} fz="xs" />
    </Stack>
  )
}

const firmPath = (id: string) => `/firms/${id}`
const keyPath = (firmId: string, id: string) => `/firms/${firmId}/service-api/${id}`
const personPath = (id: string) => `/people/${id}`

const FIRMS: readonly Column<Found['firms'][number]>[] = [
  [t('Name'), ({ id, name }) => <Named id={id} path={firmPath(id)} name={name} />],
  [t('Plan'), formatPlan],
]

const PEOPLE: readonly Column<Found['people'][number]>[] = [
  [t('Name'), ({ id, name }) => <Named id={id} path={personPath(id)} name={name} />],
  [t('Email'), ({ email }) => email],
  [t('Staff'), ({ isStaff }) => (isStaff ? t('Yes') : t('No'))],
]

const CLIENTS: readonly Column<Found['clients'][number]>[] = [
  [
    t('Name'),
    ({ id, name, sandboxFirmName: firm }) => (
      <>
        <Named
          id={id}
          path={firm === null ? personPath(id) : `/connected-apps?client=${id}`}
          name={firm === null ? name : t('{name} of {firm}', { name, firm })}
        />
        {firm !== null && <SandboxClientBadge />}
      </>
    ),
  ],
  [t('Environment'), ({ environment }) => <EnvironmentBadge environment={environment} />],
]

const KEYS: readonly Column<Found['keys'][number]>[] = [
  [t('Name'), ({ id, name, firm }) => <Named id={id} path={keyPath(firm.id, id)} name={name} />],
  [t('Firm'), ({ firm }) => <To href={firmPath(firm.id)}>{firm.name}</To>],
  [t('Environment'), ({ environment }) => <EnvironmentBadge environment={environment} />],
  [t('Status'), ({ state }) => <StateBadge state={state} />],
]

const GRANTS: readonly Column<Found['grants'][number]>[] = [
  [
    t('Grant'),
    ({ id, client, key }) => (
      <Named
        id={id}
        path={`/connected-apps/${id}`}
        name={t('{name} to {firm}', { name: client.name, firm: key.firmName })}
      />
    ),
  ],
  [
    t('Client'),
    ({ client }) => <To href={`/connected-apps?client=${client.id}`}>{client.name}</To>,
  ],
  [t('Key'), ({ key }) => <To href={keyPath(key.firmId, key.id)}>{key.name}</To>],
  [t('Given'), ({ createdAt }) => <Instant at={createdAt} />],
  [t('Status'), ({ state }) => <StateBadge state={state} />],
]

const REQUESTS: readonly Column<Found['requests'][number]>[] = [
  [
    t('Request'),
    ({ requestId, key }) => <RequestId id={requestId} firmId={key.firm.id} keyId={key.id} />,
  ],
  [t('Asked'), formatAsked],
  [t('When'), ({ at }) => <Instant at={at} />],
  [t('Status'), ({ status }) => status],
  [t('Key'), ({ key }) => <To href={keyPath(key.firm.id, key.id)}>{key.name}</To>],
  [t('Firm'), ({ key }) => <To href={firmPath(key.firm.id)}>{key.firm.name}</To>],
]
