import { Text } from '@mantine/core'
import {
  DeleteWebhookEndpointDocument,
  PauseWebhookEndpointDocument,
  type WebhookRowFragment,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { RotateWebhookDialog } from './rotate-webhook-dialog.tsx'

/** An action that a dialog asks about. */
export type WebhookAction =
  | { readonly name: 'create'; readonly keyId: string }
  | { readonly name: 'rotate' | 'pause' | 'delete'; readonly endpoint: WebhookRowFragment }

interface Props {
  readonly action: WebhookAction
  readonly onClose: () => void
}

/** The dialog of an action on webhook endpoints. */
export function WebhookDialog({ action, onClose }: Props) {
  switch (action.name) {
    case 'create':
      return <NewWebhookDialog keyId={action.keyId} onClose={onClose} />
    case 'rotate':
      return <RotateWebhookDialog endpoint={action.endpoint} onClose={onClose} />
    case 'pause':
      return <PauseDialog endpoint={action.endpoint} onClose={onClose} />
    case 'delete':
      return <DeleteDialog endpoint={action.endpoint} onClose={onClose} />
  }
}

interface EndpointProps {
  readonly endpoint: WebhookRowFragment
  readonly onClose: () => void
}

function PauseDialog({ endpoint: { id, url }, onClose }: EndpointProps) {
  return (
    <ConfirmDialog
      title={t('Pause this endpoint')}
      verb={t('Pause endpoint')}
      mutation={PauseWebhookEndpointDocument}
      variables={{ endpointId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {rich('Nothing is sent to {name} until you resume it. Changes wait, and nothing is lost.', {
          name: <Name>{url}</Name>,
        })}
      </Text>
    </ConfirmDialog>
  )
}

function DeleteDialog({ endpoint: { id, url }, onClose }: EndpointProps) {
  return (
    <ConfirmDialog
      title={t('Delete this endpoint')}
      verb={t('Delete endpoint')}
      mutation={DeleteWebhookEndpointDocument}
      variables={{ endpointId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {rich(
          'Nothing more is sent to {name}. Its secret and its attempts are deleted. This cannot be undone.',
          { name: <Name>{url}</Name> },
        )}
      </Text>
    </ConfirmDialog>
  )
}
