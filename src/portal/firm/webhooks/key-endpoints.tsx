import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../../data/use-query.ts'
import { managementOf } from '../../domain/firms/key-management.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { KeyWebhooksDocument, type KeyWebhooksQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { type WebhookAction, WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSection } from './webhook-section.tsx'

type ShownKey = NonNullable<KeyWebhooksQuery['apiKey']>

const MAX_ENDPOINTS = 5
const SHOWN_ATTEMPTS = 10
const ALL_ATTEMPTS = 100
const REFRESH_MS = 2_000

/** The webhook endpoints of a key, with their last attempts. */
export function KeyEndpoints({ keyId }: { keyId: string }) {
  const [attempts, setAttempts] = useState(SHOWN_ATTEMPTS)
  const query = useQuery(KeyWebhooksDocument, { keyId, attempts }, REFRESHED)
  const [action, setAction] = useState<WebhookAction | null>(null)
  const key = query.data?.apiKey
  return (
    <>
      {key && <AddButton apiKey={key} onAdd={() => setAction({ name: 'create', keyId })} />}
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={220} />}>
        {({ apiKey }) =>
          apiKey && (
            <>
              {apiKey.state === 'active' && (
                <ManagementNotice firm={apiKey.firm} environment={apiKey.environment} />
              )}
              {apiKey.webhookEndpoints.length === 0 && (
                <Text c="dimmed">
                  {t('No endpoints yet. Without one, ask for changes with the API.')}
                </Text>
              )}
              {apiKey.webhookEndpoints.map((endpoint) => (
                <WebhookSection
                  key={endpoint.id}
                  endpoint={endpoint}
                  canManage={managementOf(apiKey.firm, apiKey.environment) !== 'not_admin'}
                  canRotate={managementOf(apiKey.firm, apiKey.environment) === 'allowed'}
                  isKeyLive={apiKey.state === 'active'}
                  onOpen={setAction}
                  onAll={attempts === ALL_ATTEMPTS ? null : () => setAttempts(ALL_ATTEMPTS)}
                />
              ))}
            </>
          )
        }
      </QueryView>
      {action && <WebhookDialog action={action} onClose={() => setAction(null)} />}
    </>
  )
}

// While attempts wait. In an outage they stay shown, and the next answer begins this again.
const REFRESHED = {
  everyMs: ({ apiKey }: KeyWebhooksQuery) => apiKey?.webhookEndpoints.some(isWaiting) && REFRESH_MS,
}

function isWaiting({ attempts }: ShownKey['webhookEndpoints'][number]): boolean {
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
