import { Text } from '@mantine/core'
import { readCommand } from '../../domain/keys/read-command.ts'
import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'

// The secret is shown only when it is created, so the command takes it from the shell.
const SECRET = '$ORANGERY_KEY'

/** A command to try, with which the key reads its newest client. */
export function KeyReading({ clientId, version }: { clientId: string; version: string }) {
  const { origin } = window.location
  return (
    <>
      <Text size="sm">
        {t('Set ORANGERY_KEY to the secret, then list your newest client’s assets:')}
      </Text>
      <CopyBlock
        text={readCommand({ origin, secret: SECRET, version, clientId })}
        what={t('the command')}
        label={t('Example command')}
      />
    </>
  )
}
