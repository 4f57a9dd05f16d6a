import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIdempotencyKey } from '../data/idempotency-key.ts'
import { serverNow } from '../data/server-clock.ts'
import { useAction } from '../data/use-action.ts'
import {
  CreateAccessTokenDocument,
  type CreateAccessTokenMutation,
  type TokenScope,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { daysFromNow } from '../words/dates.ts'
import { TokenScopeChoice } from './token-scope-choice.tsx'

/** The secret is null if an earlier attempt created the token, and its response was lost. */
export type CreatedToken = CreateAccessTokenMutation['createAccessToken']

interface Props {
  readonly onCreated: (created: CreatedToken) => void
  readonly onClose: () => void
}

/** In days. */
const LIFETIMES = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('One year') },
  { value: '', label: t('Never (until you revoke it)') },
]

/** Creates an access token. */
export function NewTokenDialog({ onCreated, onClose }: Props) {
  const idempotencyKeyOf = useIdempotencyKey()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['plants'])
  const [days, setDays] = useState('90')
  // Counted from here on: the same choice is the same request, however often it is sent.
  const [opened] = useState(serverNow)
  const create = useAction(CreateAccessTokenDocument)
  const submit = async () => {
    if (scopes.length === 0) return
    const expiresAt = days === '' ? null : daysFromNow(Number(days), opened)
    const token = { name, scopes: [...scopes], expiresAt }
    const idempotencyKey = idempotencyKeyOf(token)
    const created = await create.run({ input: { ...token, idempotencyKey } })
    if (created) onCreated(created.createAccessToken)
  }
  return (
    <FormDialog
      title={t('New token')}
      verb={t('Create token')}
      busy={create.busy}
      error={create.error}
      errorTitle={t('The token could not be created')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('What will use it, e.g. “Backup script”')}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TokenScopeChoice value={scopes} onChange={setScopes} />
      <NativeSelect
        label={t('Expires after')}
        data={LIFETIMES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
    </FormDialog>
  )
}
