import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { clientToRead, readCommand, whoAmICommand } from '../../domain/keys/read-command.ts'
import { RollApiKeyDocument, type RollApiKeyMutation } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { DEFAULT_OVERLAP, NO_OVERLAP, OVERLAPS } from '../../words/overlaps.ts'
import { isUnused } from './is-unused.ts'
import type { ShownKey } from './key-facts.tsx'
import { LostSecretDialog } from './lost-secret-dialog.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** Rotates a key: asks how long the old secret keeps working, then shows the new one. */
export function RotateKeyDialog({ apiKey, version, onClose }: Props) {
  const [rotated, setRotated] = useState<RollApiKeyMutation['rollApiKey'] | null>(null)
  if (!rotated) return <RotateForm apiKey={apiKey} onRotated={setRotated} onClose={onClose} />
  const { secret } = rotated
  // The form that follows is a new request, and so makes another secret.
  if (secret === null)
    return (
      <LostSecretDialog
        name={apiKey.name}
        verb={t('Rotate again')}
        onNext={() => setRotated(null)}
        onClose={onClose}
      />
    )
  const clientId = clientToRead(apiKey)
  const command = { origin: window.location.origin, secret, version }
  return (
    <SecretDialog
      title={t('New secret of {name}', { name: apiKey.name })}
      what={t('the new secret')}
      secret={secret}
      note={describeOldSecret(rotated)}
      curl={clientId ? readCommand({ ...command, clientId }) : whoAmICommand(command)}
      onClose={onClose}
    />
  )
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

interface FormProps {
  readonly apiKey: ShownKey
  readonly onRotated: (rotated: RollApiKeyMutation['rollApiKey']) => void
  readonly onClose: () => void
}

function RotateForm({ apiKey, onRotated, onClose }: FormProps) {
  const idempotencyKeyOf = useIdempotencyKey()
  // Of a key that was never used, nothing depends on the old secret.
  const [overlap, setOverlap] = useState(
    isUnused(apiKey, serverNow()) ? NO_OVERLAP : DEFAULT_OVERLAP,
  )
  const rotate = useAction(RollApiKeyDocument)
  const submit = async () => {
    const roll = { keyId: apiKey.id, overlap: overlap.value }
    const rotated = await rotate.run({ input: { ...roll, idempotencyKey: idempotencyKeyOf(roll) } })
    if (rotated) onRotated(rotated.rollApiKey)
  }
  const choose = (chosen: string) =>
    setOverlap(OVERLAPS.find(({ value }) => value === chosen) ?? overlap)
  return (
    <FormDialog
      title={t('Rotate {name}', { name: apiKey.name })}
      verb={t('Rotate key')}
      busy={rotate.busy}
      error={rotate.error}
      errorTitle={t('The secret could not be rotated')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'The key gets a new secret. Its ID, scopes and clients stay the same. Choose how long the old secret keeps working, so that your systems have time to switch.',
        )}
      </Text>
      {apiKey.secrets.length > 1 && (
        <Text size="sm">
          {t('A rotation is already in progress: the oldest secret stops working now.')}
        </Text>
      )}
      <Radio.Group label={t('Keep old secret working for')} value={overlap.value} onChange={choose}>
        <Stack gap="xs" mt="xs">
          {OVERLAPS.map(({ value, label, durationMs }) => (
            <Radio key={value} value={value} label={label} description={describe(durationMs)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

function describe(durationMs: number): string {
  if (durationMs === 0) return t('The old secret stops working immediately')
  const end = new Date(serverNow() + durationMs).toISOString()
  return t('The old secret works until {end}', { end: formatDateTime(end) })
}
