import { Anchor, Card, Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { usePages } from '../../data/use-pages.ts'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { eventFilter, KEY_KINDS } from '../../domain/history/event-choices.ts'
import { EventHistory } from '../../domain/history/event-history.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { FirmKeyDocument, KeyHistoryDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { ButtonTo, To } from '../../ui/to.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeyClients } from './key-clients.tsx'
import { type KeyAction, KeyDialog } from './key-dialog.tsx'
import { KeyFacts, type ShownKey } from './key-facts.tsx'
import { UnusedKeyNotice } from './unused-key-notice.tsx'

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
    if (data && key) setOpen({ action, apiKey: key, version: data.viewer.version })
  }
  // The address is valid only with the key's own firm.
  if (isNotFound(query) || (key && key.firm.id !== firmId)) return <NotFound />
  return (
    <PortalPage
      title={key?.name ?? t('API key')}
      description={rich('A key of {firmlink}. <link>All keys</link> <link2>Documentation</link2>', {
        firmlink: <FirmLink firm={key?.firm} />,
        link: (parts) => <To href={`/firms/${firmId}/service-api`}>{parts}</To>,
        link2: (parts) => (
          <Anchor href="/docs" inherit underline="always">
            {parts}
          </Anchor>
        ),
      })}
      action={key && <KeyActions apiKey={key} onOpen={openDialog} />}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={220} />}>
        {({ apiKey }) =>
          apiKey && (
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
                action={
                  <ButtonTo variant="default" href={`/firms/${firmId}/webhooks?key=${keyId}`}>
                    {t('Manage webhooks')}
                  </ButtonTo>
                }
              />
              {apiKey.environment === 'sandbox' && (
                <Section
                  title={t('Sandbox')}
                  description={t(
                    'Let something happen to the sandbox client, and see what your program does.',
                  )}
                  action={
                    <ButtonTo variant="default" href={`/firms/${firmId}/sandbox?key=${keyId}`}>
                      {t('Run scenarios')}
                    </ButtonTo>
                  }
                />
              )}
              <Section
                title={t('Requests')}
                action={
                  <ButtonTo variant="default" href={`/firms/${firmId}/logs?key=${keyId}`}>
                    {t('Show single requests')}
                  </ButtonTo>
                }
              >
                <UsageChart usage={apiKey.usage} label={t('Requests with this key')} />
              </Section>
              <FoldedSection title={t('History')}>
                <KeyHistory keyId={keyId} />
              </FoldedSection>
            </>
          )
        }
      </QueryView>
      {open && <KeyDialog {...open} onClose={() => setOpen(null)} />}
    </PortalPage>
  )
}

// The events of a key, newest first.
function KeyHistory({ keyId }: { keyId: string }) {
  const search = useListSearch('history')
  const chosen = eventFilter(search, KEY_KINDS)
  const events = usePages(
    KeyHistoryDocument,
    (after) => ({ keyId, after, ...chosen }),
    ({ apiKey }) => apiKey?.auditEvents,
  )
  return (
    <EventHistory
      of={events}
      search={search}
      label={t('Filters of the history')}
      kinds={KEY_KINDS}
    />
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
