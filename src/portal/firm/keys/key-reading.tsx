import { clientToRead, readCommand } from '../../domain/keys/read-command.ts'
import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { Section } from '../../ui/section.tsx'
import type { ShownKey } from './key-facts.tsx'

// The secret is shown only when it is created, so the command takes it from the shell.
const SECRET = '$ORANGERY_KEY'

/** A command to try, if the key has a client. */
export function KeyReading({ apiKey, version }: { apiKey: ShownKey; version: string }) {
  const clientId = clientToRead(apiKey)
  if (apiKey.state !== 'active' || !clientId) return null
  const { origin } = window.location
  return (
    <Section
      title={t('Try it')}
      description={t('Set ORANGERY_KEY to the secret, then list your newest client’s assets:')}
    >
      <CopyBlock
        text={readCommand({ origin, secret: SECRET, version, clientId })}
        what={t('the command')}
        label={t('Example command')}
      />
    </Section>
  )
}
