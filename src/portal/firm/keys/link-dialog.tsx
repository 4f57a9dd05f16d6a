import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { CreateConnectionLinkDocument, type Scope } from '../../generated/graphql.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import type { ShownKey } from './key-facts.tsx'
import { LinkReturnFields, NO_RETURN, writtenReturn } from './link-return-fields.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

interface CreatedLink {
  readonly scopes: readonly Scope[]
  readonly purpose: string
  readonly singleUse: boolean
  readonly url: string
  readonly expiresAt: string
}

/** Creates a connection link, and shows it. */
export function LinkDialog({ apiKey, onClose }: Props) {
  const [link, setLink] = useState<CreatedLink | null>(null)
  if (!link) return <LinkForm apiKey={apiKey} onCreated={setLink} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={TITLE} size="lg">
      <ReadyLink apiKey={apiKey} link={link} onClose={onClose} />
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly onCreated: (link: CreatedLink) => void
}

const TITLE = 'Connection link'
const MAX_PURPOSE_LENGTH = 280

function LinkForm({ apiKey, onCreated, onClose }: FormProps) {
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [purpose, setPurpose] = useState('')
  const [use, setUse] = useState<string>('single')
  const [typed, setTyped] = useState(NO_RETURN)
  const singleUse = use === 'single'
  const create = useAction(CreateConnectionLinkDocument)
  const submit = async () => {
    const asked = { keyId: apiKey.id, scopes, purpose, singleUse }
    const created = await create.run({ input: { ...asked, ...writtenReturn(typed, singleUse) } })
    if (!created) return
    const { path, expiresAt } = created.createConnectionLink
    if (path)
      onCreated({ scopes, purpose, singleUse, url: window.location.origin + path, expiresAt })
  }
  return (
    <FormDialog
      title={TITLE}
      size="lg"
      verb="Create link"
      busy={create.busy}
      error={create.error}
      errorTitle="The link could not be created"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        A client who opens the link sees who is asking and for what, and can approve all of it, part
        of it, or nothing.
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
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value.replaceAll('\n', ' '))}
      />
      <Radio.Group label="How often it can be approved" value={use} onChange={setUse}>
        <Stack gap="xs" mt="xs">
          <Radio value="single" label="Once: for one client" />
          <Radio value="any" label="Any number of times: for several clients" />
        </Stack>
      </Radio.Group>
      <LinkReturnFields
        urls={apiKey.returnUrls}
        isSingleUse={singleUse}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  )
}

function ReadyLink({ apiKey, link, onClose }: Props & { link: CreatedLink }) {
  const { firm, name, environment } = apiKey
  return (
    <Stack>
      <Text size="sm">
        Send this link to the client. It works until {formatDateTime(link.expiresAt)},{' '}
        {link.singleUse ? 'for one approval' : `for any number of ${environment} clients`}. You can
        copy or revoke it later on the page of this key.
      </Text>
      <CopyBlock text={link.url} what="the link" label="The link" />
      <Text size="sm" component="div">
        The client sees: {firm.name} asks, with its {environment} key “{name}”, for{' '}
        {formatScopes(link.scopes)}. Purpose: “{link.purpose}”
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
