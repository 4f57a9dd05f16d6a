import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { CreateAccessTokenDocument, type TokenScope } from '../generated/graphql.ts'
import { createIdempotencyKey } from '../idempotency-key.ts'
import { useAction } from '../use-action.ts'
import { TokenScopeChoice } from './token-scope-choice.tsx'

interface Props {
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

const DAY_MS = 86_400_000
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Never (until you revoke it)' },
]

/** A name, scopes and a lifetime. */
export function NewTokenDialog({ onCreated, onClose }: Props) {
  const [idempotencyKey] = useState(createIdempotencyKey)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['plants'])
  const [days, setDays] = useState('90')
  const create = useAction(CreateAccessTokenDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (scopes.length === 0) return
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS)
    const made = await create.run({
      input: {
        name,
        scopes: [...scopes],
        idempotencyKey,
        expiresAt: expiresAt?.toISOString() ?? null,
      },
    })
    if (made) onCreated(made.createAccessToken.secret)
  }
  return (
    <Dialog busy={create.busy} onClose={onClose} title="New token">
      <form onSubmit={submit}>
        <Stack>
          {create.fault && (
            <ErrorNotice fault={create.fault} title="The token could not be created" />
          )}
          <TextInput
            label="Name"
            description="What will use it, e.g. “Backup script”"
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TokenScopeChoice value={scopes} onChange={setScopes} />
          <NativeSelect
            label="Expires after"
            data={LIFETIMES}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <DialogButtons verb="Create token" busy={create.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
