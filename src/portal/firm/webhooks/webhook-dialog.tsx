import { Text } from '@mantine/core'
import {
  DeleteWebhookEndpointDocument,
  PauseWebhookEndpointDocument,
  type WebhookRowFragment,
} from '../../generated/graphql.ts'
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
      title="Pause this endpoint"
      verb="Pause endpoint"
      mutation={PauseWebhookEndpointDocument}
      variables={{ endpointId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing is sent to <Name>{url}</Name> until you resume it. Changes wait, and nothing is
        lost.
      </Text>
    </ConfirmDialog>
  )
}

function DeleteDialog({ endpoint: { id, url }, onClose }: EndpointProps) {
  return (
    <ConfirmDialog
      title="Delete this endpoint"
      verb="Delete endpoint"
      mutation={DeleteWebhookEndpointDocument}
      variables={{ endpointId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing more is sent to <Name>{url}</Name>. Its secret and its attempts are deleted. This
        cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
