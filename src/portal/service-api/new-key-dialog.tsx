import { Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import {
  CreateApiKeyDocument,
  type CreateApiKeyMutation,
  type Scope,
} from '../generated/graphql.ts'
import { newOnce } from '../once.ts'
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
  const [once] = useState(newOnce)
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
        once,
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
            description="What will use it: your members and your clients see it"
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
                description="Reads sandbox clients: to build and to try"
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
            description="The most that the key can ever read. Each client grants all of it or less."
            value={scopes}
            onChange={setScopes}
          />
          <TextInput
            type="date"
            label="Last day"
            description="The key ends with this day. Empty: it works until it is revoked."
            min={tomorrow()}
            value={lastDay}
            onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
          />
          <IpRangesInput value={ranges} onChange={setRanges} />
          {create.fault && <ErrorNotice fault={create.fault} title="The key is not made" />}
          <DialogButtons verb="Create the key" busy={create.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
