import { Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { RollApiKeyDocument, type RollApiKeyMutation } from '../generated/graphql.ts'
import { createIdempotencyKey } from '../idempotency-key.ts'
import { useAction } from '../use-action.ts'
import { instantInWords } from '../words.ts'
import type { ShownKey } from './key-facts.tsx'
import { OVERLAPS } from './overlaps.ts'
import { clientToRead, readCommand, whoAmICommand } from './read-command.ts'

interface Props {
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** How long the old secret goes on, then the new one, this once. */
export function RollKeyDialog({ apiKey, version, onClose }: Props) {
  const [rolled, setRolled] = useState<RollApiKeyMutation['rollApiKey'] | null>(null)
  if (!rolled) return <RollForm apiKey={apiKey} onRolled={setRolled} onClose={onClose} />
  const { secret } = rolled
  const clientId = clientToRead(apiKey)
  return (
    <SecretDialog
      title={`New secret of ${apiKey.name}`}
      what="the new secret"
      secret={secret}
      note={fateOfOld(rolled)}
      curl={
        clientId ? readCommand({ secret, version, clientId }) : whoAmICommand({ secret, version })
      }
      onClose={onClose}
    />
  )
}

function fateOfOld({ key }: RollApiKeyMutation['rollApiKey']): string {
  const until = key.secrets.find(({ expiresAt }) => expiresAt)?.expiresAt
  return until
    ? `The old secret works until ${instantInWords(until)}. Client access does not change.`
    : 'The old secret no longer works. Client access does not change.'
}

interface FormProps {
  readonly apiKey: ShownKey
  readonly onRolled: (rolled: RollApiKeyMutation['rollApiKey']) => void
  readonly onClose: () => void
}

function RollForm({ apiKey, onRolled, onClose }: FormProps) {
  const [idempotencyKey] = useState(createIdempotencyKey)
  const [overlap, setOverlap] = useState(OVERLAPS[2])
  const roll = useAction(RollApiKeyDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!overlap) return
    const done = await roll.run({
      input: { keyId: apiKey.id, overlap: overlap.value, idempotencyKey },
    })
    if (done) onRolled(done.rollApiKey)
  }
  return (
    <Dialog busy={roll.busy} onClose={onClose} title={`Rotate ${apiKey.name}`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            The key gets a new secret. Its ID, scopes and clients stay the same. Choose how long the
            old secret keeps working, so that your systems have time to switch.
          </Text>
          {apiKey.secrets.length > 1 && (
            <Text size="sm">
              A rotation is already in progress: the oldest secret stops working now.
            </Text>
          )}
          <Radio.Group
            label="Keep old secret working for"
            value={overlap?.value ?? ''}
            onChange={(chosen) => setOverlap(OVERLAPS.find(({ value }) => value === chosen))}
          >
            <Stack gap="xs" mt="xs">
              {OVERLAPS.map(({ value, label, lasts }) => (
                <Radio key={value} value={value} label={label} description={oldWorksUntil(lasts)} />
              ))}
            </Stack>
          </Radio.Group>
          {roll.fault && <ErrorNotice fault={roll.fault} title="The secret could not be rotated" />}
          <DialogButtons verb="Rotate key" busy={roll.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

function oldWorksUntil(lasts: number): string {
  if (lasts === 0) return 'The old secret stops working immediately'
  return `The old secret works until ${instantInWords(new Date(Date.now() + lasts).toISOString())}`
}
