import { Button, Group, Stack, Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  /** The name of the key. */
  readonly name: string
  /** The way on: "Open the key". */
  readonly verb: string
  readonly onNext: () => void
  /** Without it, the way on is the only one. */
  readonly onClose?: () => void
}

/** Says that a key has a secret whose response was lost, and leads to another secret. */
export function LostSecretDialog({ name, verb, onNext, onClose = onNext }: Props) {
  return (
    <Dialog onClose={onClose} title={t('The secret was lost on its way')}>
      <Stack>
        <Text size="sm">
          {t(
            'Your first attempt did work: the key “{name}” has the secret. But the answer did not reach this browser, and a secret is shown only once. Rotate the key to get another one.',
            { name },
          )}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onNext}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
