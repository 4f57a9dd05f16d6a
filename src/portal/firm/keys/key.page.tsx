import { Card, Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { chooseEnvironment } from '../../data/environment.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { GrantBadge } from '../../domain/badges.tsx'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { KEY_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { FirmKeyDocument, KeyHistoryDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ButtonTo, Dimmed, To, toDocs } from '../../ui/inline.tsx'
import { NotFound, QueryPage, Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { type KeyAction, KeyActions, KeyDialog, UnusedKeyNotice } from './key-actions.tsx'
import { KeyFacts, type ShownKey } from './key-facts.tsx'

interface Opened {
  readonly action: KeyAction
  readonly apiKey: ShownKey
  readonly version: string
}

/** Asks for what the page shows. */
export function prefetch({ keyId = '' }: PageParams): void {
  askEarly(FirmKeyDocument, { keyId })
}

/** One key: its properties, clients, requests and history, and the actions on it. */
export default function KeyPage() {
  const { firmId, keyId } = useParams<{ firmId: string; keyId: string }>()
  const query = useQuery(FirmKeyDocument, { keyId })
  const { data } = query
  const key = data?.apiKey
  // Keeps the key, so that a dialog that shows a secret stays open if refreshing the page fails.
  const [open, setOpen] = useState<Opened | null>(null)
  const openDialog = (action: KeyAction) => {
    if (data) setOpen({ action, apiKey: data.apiKey, version: data.viewer.version })
  }
  const wayTo = (page: string, label: string) => (
    <ButtonTo variant="default" href={`/firms/${firmId}/${page}?key=${keyId}`}>
      {label}
    </ButtonTo>
  )
  // The address is valid only with the key's own firm.
  if (key && key.firm.id !== firmId) return <NotFound />
  return (
    <>
      <QueryPage
        of={query}
        title={key?.name ?? t('API key')}
        description={rich(
          'A key of {firmlink}. <link>All keys</link> · <link2>Documentation</link2>',
          {
            firmlink: <FirmLink firm={key?.firm} />,
            link: (parts) => <To href={`/firms/${firmId}/service-api`}>{parts}</To>,
            link2: toDocs,
          },
        )}
        action={key && <KeyActions apiKey={key} onOpen={openDialog} />}
        height={220}
      >
        {({ apiKey }) => (
          <>
            {apiKey.state === 'active' && (
              <ManagementNotice firm={apiKey.firm} environment={apiKey.environment} />
            )}
            <UnusedKeyNotice apiKey={apiKey} onOpen={openDialog} />
            <KeyFacts apiKey={apiKey} />
            <KeyClients apiKey={apiKey} />
            <Section
              title={t('Webhooks')}
              description={t('Addresses of yours that get what changes for this key.')}
              action={wayTo('webhooks', t('Manage webhooks'))}
            />
            {apiKey.environment === 'sandbox' && (
              <Section
                title={t('Sandbox')}
                description={t(
                  'Let something happen to the sandbox client, and see what your program does.',
                )}
                action={wayTo('sandbox', t('Run scenarios'))}
              />
            )}
            <Section title={t('Requests')} action={wayTo('logs', t('Show single requests'))}>
              <UsageChart usage={apiKey.usage} label={t('Requests with this key')} />
            </Section>
            <FoldedSection title={t('History')}>
              <EventHistory
                list="history"
                label={t('Filters of the history')}
                kinds={KEY_KINDS}
                document={KeyHistoryDocument}
                ask={(asked) => ({ keyId, ...asked })}
                listIn={(data) => data.apiKey.auditEvents}
              />
            </FoldedSection>
          </>
        )}
      </QueryPage>
      {open && <KeyDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface Props {
  readonly title: string
  readonly children: ReactNode
}

// A part of a portal page that is loaded when a person opens it.
function FoldedSection({ title, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card component="details" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Title order={2} size="h4" display="inline">
          {title}
        </Title>
      </summary>
      {isOpen && <Stack mt="md">{children}</Stack>}
    </Card>
  )
}

type Grant = ShownKey['newest']['nodes'][number]

const SHOWN = 5

function KeyClients({ apiKey: key }: { apiKey: ShownKey }) {
  const newest = key.newest.nodes.slice(0, SHOWN)
  const all = `/firms/${key.firm.id}/clients?clients-key=${key.id}`
  return (
    <Section
      title={t('Clients')}
      description={t(
        '{count, plural, one {# client shares} other {# clients share}} a portfolio.',
        { count: key.clientCount },
      )}
      action={
        <ButtonTo variant="default" href={all} onClick={() => chooseEnvironment(key.environment)}>
          {t('All clients')}
        </ButtonTo>
      }
    >
      {newest.length === 0 ? (
        <Dimmed>{t('No clients yet. Request access, and send the link to a client.')}</Dimmed>
      ) : (
        <RecordTable
          label={t('Newest clients of this key')}
          columns={columnsOf(key)}
          records={newest}
        />
      )}
    </Section>
  )
}

function columnsOf({ state }: ShownKey): readonly Column<Grant>[] {
  return [
    [t('Client'), ({ id, client }) => <To href={`/connected-apps/${id}`}>{client.name}</To>],
    [
      t('Last read'),
      ({ lastReadAt, createdAt }) => <LastUse at={lastReadAt} createdAt={createdAt} />,
    ],
    [t('State'), (grant) => <GrantBadge state={grant.state} keyState={state} />],
  ]
}
