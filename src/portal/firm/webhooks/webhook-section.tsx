import { Alert, Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { managementOf } from '../../domain/firms/management-notice.tsx'
import {
  DeleteWebhookEndpointDocument,
  type KeyWebhooksQuery,
  PauseWebhookEndpointDocument,
  ResumeWebhookEndpointDocument,
  SendWebhookTestDocument,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Name } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { AttemptTable } from './attempt-table.tsx'
import { PAUSERS } from './webhook-labels.ts'

export type ShownWebhook = KeyWebhooksQuery['apiKey']['webhookEndpoints'][number]

interface Props {
  readonly endpoint: ShownWebhook
  readonly apiKey: KeyWebhooksQuery['apiKey']
  readonly onRotate: () => void
  /** Shows all attempts; null if they are shown. */
  readonly onAll: (() => void) | null
}

/** One endpoint: its state, its actions and its last attempts. */
export function WebhookSection(props: Props) {
  const { endpoint, apiKey, onAll } = props
  const canManage = managementOf(apiKey.firm, apiKey.environment) !== 'not_admin'
  return (
    <Section title={endpoint.url} action={<StateBadge endpoint={endpoint} />}>
      <StateNotice endpoint={endpoint} />
      <FactGrid
        facts={[
          [t('Created'), <Created key="created" of={endpoint} />],
          [t('Up to date'), <UpToDate key="date" of={endpoint} />],
          [
            t('Old secret'),
            <Instant key="old" at={endpoint.previousSecretUntil} otherwise={t('None')} />,
          ],
          [t('Endpoint ID'), <CopyId key="id" id={endpoint.id} of={t('the endpoint')} />, 'wide'],
        ]}
      />
      {canManage && <Actions {...props} />}
      <AttemptTable
        endpoint={endpoint}
        canSendAgain={canManage && apiKey.state === 'active'}
        onAll={endpoint.attempts.pageInfo.hasNextPage ? onAll : null}
      />
    </Section>
  )
}

interface BadgeProps {
  readonly endpoint: Pick<ShownWebhook, 'state' | 'failingSince'>
}

/** Whether an endpoint works, fails or is paused. */
export function StateBadge({ endpoint: { state, failingSince } }: BadgeProps) {
  if (state === 'paused') return <Badge color="gray">{t('Paused')}</Badge>
  if (failingSince) return <Badge color="red">{t('Failing')}</Badge>
  return <Badge color="leaf">{t('Active')}</Badge>
}

function StateNotice({ endpoint }: { endpoint: ShownWebhook }) {
  const { pausedBy, pausedAt, failingSince, nextTryAt } = endpoint
  if (pausedBy)
    return (
      <Alert color={pausedBy === 'failures' ? 'red' : 'fruit'} title={PAUSERS[pausedBy].title}>
        {rich('{cause} Paused {at}.', {
          cause: PAUSERS[pausedBy].text,
          at: <Instant at={pausedAt} exact />,
        })}
      </Alert>
    )
  if (!failingSince) return null
  return (
    <Alert color="red" title={t('This endpoint does not answer as it should')}>
      {rich('Failing since {since}. Next try: {next}. Nothing is lost: later changes wait.', {
        since: <Instant at={failingSince} exact />,
        next: <Instant at={nextTryAt} exact />,
      })}
    </Alert>
  )
}

function Created({ of: { createdAt, createdBy } }: { of: ShownWebhook }) {
  return rich('{instant} by {createdBy}', {
    instant: <Instant at={createdAt} />,
    createdBy: createdBy ?? t('the operator'),
  })
}

function UpToDate({ of: { behindSince } }: { of: ShownWebhook }) {
  if (!behindSince) return t('Yes')
  return rich('No: behind since {instant}', { instant: <Instant at={behindSince} /> })
}

function Actions({ endpoint: { id, url, state }, apiKey, onRotate }: Props) {
  const test = useAction(SendWebhookTestDocument)
  const resume = useAction(ResumeWebhookEndpointDocument)
  const [last, setLast] = useState<'test' | 'resume'>('test')
  const { error } = { test, resume }[last]
  const of = { endpointId: id }
  const isKeyLive = apiKey.state === 'active'
  const canRotate = isKeyLive && managementOf(apiKey.firm, apiKey.environment) === 'allowed'
  const name = <Name>{url}</Name>
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={!isKeyLive}
          loading={test.busy}
          aria-label={t('Send test to {url}', { url })}
          onClick={() => {
            setLast('test')
            test.run(of)
          }}
        >
          {t('Send test')}
        </Button>
        <Button
          variant="default"
          disabled={!canRotate}
          aria-label={t('Rotate secret of {url}', { url })}
          onClick={onRotate}
        >
          {t('Rotate secret')}
        </Button>
        {state === 'active' ? (
          <ConfirmButton
            button={{ 'aria-label': t('Pause {url}', { url }), children: t('Pause') }}
            title={t('Pause this endpoint')}
            verb={t('Pause endpoint')}
            mutation={PauseWebhookEndpointDocument}
            variables={of}
          >
            {rich(
              'Nothing is sent to {name} until you resume it. Changes wait, and nothing is lost.',
              { name },
            )}
          </ConfirmButton>
        ) : (
          <Button
            variant="default"
            disabled={!isKeyLive}
            loading={resume.busy}
            aria-label={t('Resume {url}', { url })}
            onClick={() => {
              setLast('resume')
              resume.run(of)
            }}
          >
            {t('Resume')}
          </Button>
        )}
        <ConfirmButton
          button={{
            variant: 'outline',
            color: 'red',
            'aria-label': t('Delete {url}', { url }),
            children: t('Delete'),
          }}
          title={t('Delete this endpoint')}
          verb={t('Delete endpoint')}
          mutation={DeleteWebhookEndpointDocument}
          variables={of}
        >
          {rich(
            'Nothing more is sent to {name}. Its secret and its attempts are deleted. This cannot be undone.',
            { name },
          )}
        </ConfirmButton>
      </Group>
      {error && <ErrorNotice error={error} />}
    </>
  )
}
