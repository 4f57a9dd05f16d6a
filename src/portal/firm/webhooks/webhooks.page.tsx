import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { usePages } from '../../data/use-pages.ts'
import { useQuery } from '../../data/use-query.ts'
import { ManagementNotice, managementOf } from '../../domain/firms/management-notice.tsx'
import { KeyLink, KeySelect, useKeyFilter } from '../../domain/keys/key-filter.tsx'
import {
  type Environment,
  FirmWebhooksDocument,
  type FirmWebhooksQuery,
  KeyWebhooksDocument,
  type KeyWebhooksQuery,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { To } from '../../ui/inline.tsx'
import { PortalPage } from '../../ui/page.tsx'
import { NotFound, QueryView } from '../../ui/page-parts.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { NewWebhookDialog, RotateWebhookDialog } from './webhook-secrets.tsx'
import { type ShownWebhook, StateBadge, WebhookSection } from './webhook-section.tsx'

/** The webhook endpoints of a firm: of the chosen key with their last attempts, or a list of all. */
export default function WebhooksPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId)
  const { keyId, chosen } = filter
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage
      title={t('Webhooks')}
      description={
        keyId === null
          ? t(
              'Addresses of yours that get what changes for a key, signed. Choose a key to add one.',
            )
          : rich('Each change for {anchor} is sent to these addresses, signed.', {
              anchor: <KeyLink firmId={firmId} id={keyId} name={chosen?.name} />,
            })
      }
    >
      <KeySelect of={filter} otherwise={t('All keys')} />
      {keyId === null ? (
        <EndpointList firmId={firmId} environment={filter.environment} />
      ) : (
        <KeyEndpoints key={keyId} keyId={keyId} />
      )}
    </PortalPage>
  )
}

interface Props {
  readonly firmId: string
  readonly environment: Environment
}

function EndpointList({ firmId, environment }: Props) {
  const keys = usePages(
    FirmWebhooksDocument,
    (after) => ({ firmId, environment, after }),
    ({ firm }) => firm.apiKeys,
  )
  return (
    <PagesView of={keys}>
      {(nodes) => {
        const rows = nodes.flatMap(rowsOf)
        if (rows.length === 0) return <NoEndpoints />
        return <RecordTable label={t('Endpoints')} columns={columnsFor(firmId)} records={rows} />
      }}
    </PagesView>
  )
}

function rowsOf({
  webhookEndpoints,
  ...key
}: FirmWebhooksQuery['firm']['apiKeys']['nodes'][number]) {
  return webhookEndpoints.map((endpoint) => ({ ...endpoint, key }))
}

function columnsFor(firmId: string): readonly Column<ReturnType<typeof rowsOf>[number]>[] {
  return [
    [
      t('Endpoint'),
      ({ url, key }) => <To href={`/firms/${firmId}/webhooks?key=${key.id}`}>{url}</To>,
    ],
    [t('Key'), ({ key }) => key.name],
    [t('Status'), (endpoint) => <StateBadge endpoint={endpoint} />],
  ]
}

type ShownKey = KeyWebhooksQuery['apiKey']

const MAX_ENDPOINTS = 5
const SHOWN_ATTEMPTS = 10
const ALL_ATTEMPTS = 100
const REFRESH_MS = 2_000

function KeyEndpoints({ keyId }: { keyId: string }) {
  const [attempts, setAttempts] = useState(SHOWN_ATTEMPTS)
  const query = useQuery(KeyWebhooksDocument, { keyId, attempts }, REFRESHED)
  // The dialogs that show a secret stay open if refreshing the page fails.
  const [open, setOpen] = useState<'new' | ShownWebhook | null>(null)
  const close = () => setOpen(null)
  const key = query.data?.apiKey
  return (
    <>
      {key && <AddButton apiKey={key} onAdd={() => setOpen('new')} />}
      <QueryView of={query} height={220}>
        {({ apiKey }) => {
          const { firm, environment, state, webhookEndpoints: endpoints } = apiKey
          return (
            <>
              {state === 'active' && <ManagementNotice firm={firm} environment={environment} />}
              {endpoints.length === 0 && <NoEndpoints />}
              {endpoints.map((endpoint) => (
                <WebhookSection
                  key={endpoint.id}
                  endpoint={endpoint}
                  apiKey={apiKey}
                  onRotate={() => setOpen(endpoint)}
                  onAll={attempts === ALL_ATTEMPTS ? null : () => setAttempts(ALL_ATTEMPTS)}
                />
              ))}
            </>
          )
        }}
      </QueryView>
      {open === 'new' && <NewWebhookDialog keyId={keyId} onClose={close} />}
      {open && open !== 'new' && <RotateWebhookDialog endpoint={open} onClose={close} />}
    </>
  )
}

function NoEndpoints() {
  return <Text c="dimmed">{t('No endpoints yet. Without one, ask for changes with the API.')}</Text>
}

// While attempts wait. In an outage they stay shown, and the next answer begins this again.
const REFRESHED = {
  everyMs: ({ apiKey }: KeyWebhooksQuery) => apiKey.webhookEndpoints.some(isWaiting) && REFRESH_MS,
}

function isWaiting({ attempts }: ShownWebhook): boolean {
  return attempts.nodes.some(({ result }) => result === 'waiting')
}

function AddButton({ apiKey, onAdd }: { apiKey: ShownKey; onAdd: () => void }) {
  const { firm, environment, state, webhookEndpoints } = apiKey
  const management = managementOf(firm, environment)
  if (management === 'not_admin' || state !== 'active') return null
  const isFull = webhookEndpoints.length >= MAX_ENDPOINTS
  return (
    <Stack gap={4} align="flex-start">
      <Button disabled={management !== 'allowed' || isFull} onClick={onAdd}>
        {t('Add endpoint')}
      </Button>
      {isFull && (
        <Text size="xs">
          {t('A key has at most {MAX_ENDPOINTS} endpoints.', { MAX_ENDPOINTS })}
        </Text>
      )}
    </Stack>
  )
}
