import { Button, Group, Stack, Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'

interface Props {
  /** Null: the response with the secret was lost. */
  readonly secret: string | null
  readonly note?: string
  readonly onClose: () => void
}

/** Shows the secret of a webhook endpoint once. */
export function WebhookSecret({ secret, note, onClose }: Props) {
  if (secret === null) return <LostSecret onClose={onClose} />
  return (
    <SecretDialog
      title={t('Signing secret')}
      what={t('the signing secret')}
      secret={secret}
      note={
        note ?? t('Check the signature of every request with it, as the guide for partners shows.')
      }
      onClose={onClose}
    />
  )
}

function LostSecret({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <Dialog onClose={onClose} title={t('The secret was lost on its way')}>
      <Stack>
        <Text size="sm">
          {t(
            'Your first attempt did work, but its answer did not reach this browser, and a secret is shown only once. Rotate the secret of the endpoint to get another one.',
          )}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
