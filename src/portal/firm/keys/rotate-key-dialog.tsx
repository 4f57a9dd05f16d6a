import { Text } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { useActionOnce } from '../../data/use-action.ts'
import { clientToRead, requestCommand, whoAmICommand } from '../../domain/keys/read-command.ts'
import {
  type Overlap,
  RollApiKeyDocument,
  type RollApiKeyMutation,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { OVERLAPS } from '../../words/overlaps.ts'
import { isUnused } from './is-unused.ts'
import type { ShownKey } from './key-facts.tsx'
import { lostSecretOf } from './lost-secret.ts'

interface Props {
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** Rotates a key: asks how long the old secret keeps working, then shows the new one. */
export function RotateKeyDialog({ apiKey, version, onClose }: Props) {
  const { id: keyId, name } = apiKey
  // Of a key that was never used, nothing depends on the old secret.
  const [overlap, setOverlap] = useState<Overlap>(
    isUnused(apiKey, serverNow()) ? 'none' : 'one_day',
  )
  return (
    <FormDialog
      title={t('Rotate {name}', { name })}
      lead={t(
        'The key gets a new secret. Its ID, scopes and clients stay the same. Choose how long the old secret keeps working, so that your systems have time to switch.',
      )}
      verb={t('Rotate key')}
      errorTitle={t('The secret could not be rotated')}
      action={useActionOnce(RollApiKeyDocument)}
      input={(idempotencyKey) => ({ input: { keyId, overlap, idempotencyKey } })}
      next={({ rollApiKey: rotated }, again) => (
        <SecretDialog
          title={t('New secret of {name}', { name })}
          what={t('the new secret')}
          secret={rotated.secret}
          lost={lostSecretOf(name, t('Rotate again'), again)}
          note={describeOldSecret(rotated)}
          curl={rotated.secret === null ? undefined : commandFor(apiKey, rotated.secret, version)}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      {apiKey.secrets.length > 1 && (
        <Text size="sm">
          {t('A rotation is already in progress: the oldest secret stops working now.')}
        </Text>
      )}
      <RadioChoice
        label={t('Keep old secret working for')}
        options={{
          none: optionOf('none'),
          one_hour: optionOf('one_hour'),
          one_day: optionOf('one_day'),
          one_week: optionOf('one_week'),
        }}
        value={overlap}
        onChange={setOverlap}
      />
    </FormDialog>
  )
}

function commandFor(apiKey: ShownKey, secret: string, version: string): string {
  const clientId = clientToRead(apiKey.newest.nodes)
  if (!clientId) return whoAmICommand({ secret, version })
  return requestCommand({ secret, version, path: `/api/v1/assets?client_id=${clientId}` })
}

function describeOldSecret({ key }: RollApiKeyMutation['rollApiKey']): string {
  if (!key) return t('Client access does not change.')
  const until = key.secrets.find(({ expiresAt }) => expiresAt)?.expiresAt
  return until
    ? t('The old secret works until {until}. Client access does not change.', {
        until: formatDateTime(until),
      })
    : t('The old secret no longer works. Client access does not change.')
}

function optionOf(overlap: Overlap) {
  const { label, durationMs } = OVERLAPS[overlap]
  if (durationMs === 0) return { label, description: t('The old secret stops working immediately') }
  const end = new Date(serverNow() + durationMs).toISOString()
  return { label, description: t('The old secret works until {end}', { end: formatDateTime(end) }) }
}
