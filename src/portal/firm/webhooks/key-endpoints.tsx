import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../data/use-query.ts'
import { managementOf } from '../../domain/firms/key-management.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { KeyWebhooksDocument, type KeyWebhooksQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { NewWebhookDialog, RotateWebhookDialog } from './webhook-secrets.tsx'
import { type ShownWebhook, WebhookSection } from './webhook-section.tsx'

type ShownKey = NonNullable<KeyWebhooksQuery['apiKey']>

const MAX_ENDPOINTS = 5
const SHOWN_ATTEMPTS = 10
const ALL_ATTEMPTS = 100
const REFRESH_MS = 2_000

/** The webhook endpoints of a key, with their last attempts. */
export function KeyEndpoints({ keyId }: { keyId: string }) {
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
          if (!apiKey) return null
          const { firm, environment, webhookEndpoints: endpoints } = apiKey
          const isKeyLive = apiKey.state === 'active'
          const management = managementOf(firm, environment)
          return (
            <>
              {isKeyLive && <ManagementNotice firm={firm} environment={environment} />}
              {endpoints.length === 0 && <NoEndpoints />}
              {endpoints.map((endpoint) => (
                <WebhookSection
                  key={endpoint.id}
                  endpoint={endpoint}
                  canManage={management !== 'not_admin'}
                  canRotate={management === 'allowed'}
                  isKeyLive={isKeyLive}
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

/** Shown where a key, or no key of a firm, has an endpoint. */
export function NoEndpoints() {
  return <Text c="dimmed">{t('No endpoints yet. Without one, ask for changes with the API.')}</Text>
}

// While attempts wait. In an outage they stay shown, and the next answer begins this again.
const REFRESHED = {
  everyMs: ({ apiKey }: KeyWebhooksQuery) => apiKey?.webhookEndpoints.some(isWaiting) && REFRESH_MS,
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
