import { Text } from '@mantine/core'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { useAction } from '../../data/use-action.ts'
import {
  RollWebhookSecretDocument,
  type RollWebhookSecretMutation,
  type WebhookRowFragment,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface Props {
  readonly endpoint: WebhookRowFragment
  readonly onClose: () => void
}

type Rolled = RollWebhookSecretMutation['rollWebhookSecret']

/** Rotates the secret of a webhook endpoint, and shows the new one. */
export function RotateWebhookDialog({ endpoint, onClose }: Props) {
  const [rolled, setRolled] = useState<Rolled | null>(null)
  if (rolled)
    return (
      <WebhookSecret
        secret={rolled.secret}
        note={t('For 24 hours every request is signed with the old secret as well.')}
        onClose={onClose}
      />
    )
  return <RotateForm endpoint={endpoint} onRolled={setRolled} onClose={onClose} />
}

interface FormProps extends Props {
  readonly onRolled: (rolled: Rolled) => void
}

function RotateForm({ endpoint, onRolled, onClose }: FormProps) {
  const idempotencyKeyOf = useIdempotencyKey()
  const roll = useAction(RollWebhookSecretDocument)
  const submit = async () => {
    const asked = { endpointId: endpoint.id }
    const rolled = await roll.run({ input: { ...asked, idempotencyKey: idempotencyKeyOf(asked) } })
    if (rolled) onRolled(rolled.rollWebhookSecret)
  }
  return (
    <FormDialog
      title={t('Rotate the secret')}
      verb={t('Rotate secret')}
      busy={roll.busy}
      error={roll.error}
      errorTitle={t('The secret could not be rotated')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {rich(
          '{name} gets a new secret. For 24 hours every request is signed with both, so that you have time to switch.',
          { name: <Name>{endpoint.url}</Name> },
        )}
      </Text>
      {endpoint.previousSecretUntil && (
        <Text size="sm">
          {t('A rotation is already in progress: the oldest secret stops signing now.')}
        </Text>
      )}
    </FormDialog>
  )
}
