import { Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import type { Fault } from '../fault.ts'
import {
  CreateApiKeyDocument,
  type CreateApiKeyMutation,
  type Scope,
} from '../generated/graphql.ts'
import { createIdempotencyKey } from '../idempotency-key.ts'
import { useAction } from '../use-action.ts'
import { endOfDay, tomorrow } from './expiry-day.ts'
import { rangeProblem, readRanges } from './ip-ranges.ts'
import { IpRangesInput } from './ip-ranges-input.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface Props {
  readonly firmId: string
  readonly onCreated: (made: CreateApiKeyMutation['createApiKey']) => void
  readonly onClose: () => void
}

/** Everything that a key is made of. */
export function NewKeyDialog({ firmId, onCreated, onClose }: Props) {
  const [idempotencyKey] = useState(createIdempotencyKey)
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<'sandbox' | 'production'>('sandbox')
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [lastDay, setLastDay] = useState('')
  const [ranges, setRanges] = useState('')
  const create = useAction(CreateApiKeyDocument, 'ApiKey')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (rangeProblem(ranges) !== null) return
    const made = await create.run({
      input: {
        firmId,
        name,
        environment,
        scopes,
        expiresAt: endOfDay(lastDay),
        allowedIps: readRanges(ranges),
        idempotencyKey,
      },
    })
    if (made) onCreated(made.createApiKey)
  }
  return (
    <Dialog busy={create.busy} onClose={onClose} title="New API key" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="Shown to your team and your clients, e.g. “Reporting system”"
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Radio.Group
            label="Environment"
            value={environment}
            onChange={(chosen) => setEnvironment(chosen === 'production' ? chosen : 'sandbox')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="sandbox"
                label="Sandbox"
                description="Reads test portfolios, for building and testing"
              />
              <Radio
                value="production"
                label="Production"
                description="Reads clients’ real portfolios"
              />
            </Stack>
          </Radio.Group>
          <ScopeChoice
            label="Scopes"
            description="The most this key can access. Each client decides how much of it to share."
            value={scopes}
            onChange={setScopes}
          />
          <TextInput
            type="date"
            label="Expiry date (optional)"
            description="The last day on which the key works. Leave empty for no expiry."
            min={tomorrow()}
            value={lastDay}
            onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
          />
          <IpRangesInput value={ranges} onChange={setRanges} />
          {create.fault && <NotCreated fault={create.fault} />}
          <DialogButtons verb="Create key" busy={create.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

const ALREADY_CREATED =
  'The key was created, but we could not show its secret. Rotate the key to get a new one, or revoke it.'

// The form was sent twice: the first response, with the secret, did not arrive.
function NotCreated({ fault }: { fault: Fault }) {
  if (fault.code !== 'state_conflict')
    return <ErrorNotice fault={fault} title="The key could not be created" />
  return (
    <ErrorNotice
      fault={{ ...fault, message: ALREADY_CREATED }}
      title="This key was already created"
    />
  )
}
