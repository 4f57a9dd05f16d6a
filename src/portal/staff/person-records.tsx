import type { ReactNode } from 'react'
import { useQuery } from '../data/use-query.ts'
import { GrantBadge } from '../domain/badges.tsx'
import { LastUse } from '../domain/usage/last-use.tsx'
import {
  type ConnectionLinkState,
  type LinkAnswer,
  type MailKind,
  type MailState,
  type PersonAccountQuery,
  PersonConnectionsDocument,
  type PersonConnectionsQuery,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { Dimmed, To } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { QueryView, Section } from '../ui/page-parts.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'

interface List<Row> {
  readonly nodes: readonly Row[]
  readonly totalCount: number
}

interface NewestProps<Row> {
  readonly title: string
  readonly of: List<Row>
  readonly action?: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The newest entries of a list, with the number of all. */
export function Newest<Row>({ title, of, action, children }: NewestProps<Row>) {
  const { nodes, totalCount } = of
  const count = nodes.length
  return (
    <Section
      title={title}
      action={action}
      description={count > 0 && formatShown(count, totalCount)}
    >
      {count > 0 ? children(nodes) : <Dimmed>{t('None')}</Dimmed>}
    </Section>
  )
}

function formatShown(count: number, totalCount: number): string {
  return count < totalCount
    ? t('The newest {count} of {totalCount}.', { count, totalCount })
    : t('{count, plural, one {The only one} other {All #}}.', { count })
}

interface TableProps<Row> extends Omit<NewestProps<Row>, 'children'> {
  readonly columns: readonly Column<Row>[]
}

function NewestTable<Row extends { id: string }>({ columns, ...list }: TableProps<Row>) {
  return (
    <Newest {...list}>
      {(rows) => <RecordTable label={list.title} columns={columns} records={rows} />}
    </Newest>
  )
}

/** Who can read the portfolio of a client, and who could. */
export function Connections({ clientId }: { clientId: string }) {
  const found = useQuery(PersonConnectionsDocument, { clientId })
  return (
    <QueryView of={found}>
      {({ connectedApps }) => (
        <NewestTable
          title={t('Connections')}
          of={connectedApps}
          action={<To href={`/connected-apps?client=${clientId}`}>{t('All connected apps')}</To>}
          columns={CONNECTIONS}
        />
      )}
    </QueryView>
  )
}

type Account = PersonAccountQuery['personAccount']

/** The requests of firms that this person alone can answer. */
export function AddressedLinks({ of }: { of: Account['links'] }) {
  return <NewestTable title={t('Connection links')} of={of} columns={LINKS} />
}

/** The mails to the person. */
export function Mails({ of }: { of: Account['mails'] }) {
  return <NewestTable title={t('Mails of the last 30 days')} of={of} columns={MAILS} />
}

const CONNECTIONS: readonly Column<PersonConnectionsQuery['connectedApps']['nodes'][number]>[] = [
  [t('Firm'), ({ id, key }) => <To href={`/connected-apps/${id}`}>{key.firmName}</To>],
  [t('Key'), ({ key }) => key.name],
  [t('Status'), ({ state, key }) => <GrantBadge state={state} keyState={key.state} />],
  [t('Given'), ({ createdAt }) => <Instant at={createdAt} />],
  [
    t('Last read'),
    ({ lastReadAt, createdAt }) => <LastUse at={lastReadAt} createdAt={createdAt} />,
  ],
]

const LINK_STATES: Readonly<Record<LinkAnswer | ConnectionLinkState, string>> = {
  approved: t('Approved'),
  declined: t('Declined or kept as it is'),
  active: t('Link open'),
  used: t('Approved'),
  revoked: t('Revoked'),
  expired: t('Expired'),
  ended: t('Ended'),
}

const LINKS: readonly Column<Account['links']['nodes'][number]>[] = [
  [t('Firm'), ({ firmId, firmName }) => <To href={`/firms/${firmId}`}>{firmName}</To>],
  [
    t('Key'),
    ({ firmId, keyId, keyName }) => (
      <To href={`/firms/${firmId}/service-api/${keyId}`}>{keyName}</To>
    ),
  ],
  [t('Reference'), ({ reference }) => reference ?? t('None')],
  [t('Created'), ({ createdAt }) => <Instant at={createdAt} />],
  [t('State'), ({ state, answer }) => LINK_STATES[answer ?? state]],
  [t('Answered'), ({ answeredAt }) => <Instant at={answeredAt} otherwise={t('Not answered')} />],
]

const MAIL_KINDS: Readonly<Record<MailKind, string>> = {
  invitation: t('Link for a password'),
  member_invitation: t('Invitation to a firm'),
  password_reset: t('Link for a new password'),
  notice: t('Notice of a connection'),
  webhook_paused: t('Paused webhook'),
  deletion: t('Request for deletion'),
  account_news: t('Change of the account, or a new browser'),
  key_notice: t('Notice of an API key'),
  link_reminder: t('Reminder of a connection link'),
}

const MAIL_STATES: Readonly<Record<MailState, string>> = {
  waiting: t('Waits to be sent'),
  sent: t('Sent'),
  failed: t('Given up after several tries'),
  dropped: t('Not sent: no longer of use'),
}

const MAILS: readonly Column<Account['mails']['nodes'][number]>[] = [
  [t('Mail'), ({ kind }) => MAIL_KINDS[kind]],
  [t('State'), ({ state }) => MAIL_STATES[state]],
  [t('Asked'), ({ createdAt }) => <Instant at={createdAt} />],
  [t('Sent'), ({ sentAt }) => <Instant at={sentAt} otherwise={t('Not sent')} />],
]
