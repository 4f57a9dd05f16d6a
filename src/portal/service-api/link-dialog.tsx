import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CopyBlock } from '../components/copy-block.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { SCOPES } from '../components/scopes.ts'
import { CreateConnectionLinkDocument, type Scope } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'
import { instantInWords } from '../words.ts'
import type { ShownKey } from './key-facts.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

interface Ask {
  readonly scopes: readonly Scope[]
  readonly purpose: string
  readonly url: string
  readonly expiresAt: string
}

/** What to ask clients for, then the link to send them. */
export function LinkDialog({ apiKey, onClose }: Props) {
  const [ask, setAsk] = useState<Ask | null>(null)
  return (
    <Dialog onClose={onClose} title="Connection link" size="lg">
      {ask ? (
        <ReadyLink apiKey={apiKey} ask={ask} onClose={onClose} />
      ) : (
        <LinkForm apiKey={apiKey} onMade={setAsk} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly onMade: (ask: Ask) => void
}

const LONGEST_PURPOSE = 280

function LinkForm({ apiKey, onMade, onClose }: FormProps) {
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [purpose, setPurpose] = useState('')
  const create = useAction(CreateConnectionLinkDocument, 'AuditEvent')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const made = await create.run({ input: { keyId: apiKey.id, scopes, purpose } })
    if (!made) return
    const { path, expiresAt } = made.createConnectionLink
    onMade({ scopes, purpose, url: window.location.origin + path, expiresAt })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          A client who opens the link sees who is asking and for what, and can approve all of it,
          part of it, or nothing.
        </Text>
        <ScopeChoice
          label="Scopes to request"
          description="Request only what you need: clients approve short lists sooner."
          among={apiKey.scopes}
          value={scopes}
          onChange={setScopes}
        />
        <Textarea
          label="Purpose"
          description="Shown to the client. One line."
          placeholder="To keep the insured values of your collection up to date"
          required
          withAsterisk={false}
          autosize
          minRows={2}
          maxLength={LONGEST_PURPOSE}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value.replaceAll('\n', ' '))}
        />
        {create.fault && <ErrorNotice fault={create.fault} title="The link could not be created" />}
        <DialogButtons verb="Create link" busy={create.busy} onClose={onClose} />
      </Stack>
    </form>
  )
}

function ReadyLink({ apiKey, ask, onClose }: Props & { ask: Ask }) {
  const { firm, name, environment } = apiKey
  return (
    <Stack>
      <Text size="sm">
        Send this link to the client. It works until {instantInWords(ask.expiresAt)}, for any number
        of {environment} clients.
      </Text>
      <CopyBlock text={ask.url} what="the link" label="The link" />
      <Text size="sm" component="div">
        The client sees: {firm.name} asks, with its {environment} key “{name}”, for{' '}
        {ask.scopes.map((scope) => SCOPES[scope].label).join(', ')}. Purpose: “{ask.purpose}”
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
