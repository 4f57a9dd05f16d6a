import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { CreateConnectionLinkDocument, type Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import type { ShownKey } from './key-facts.tsx'
import { LinkListFields } from './link-list-fields.tsx'
import { LinkReturnFields, NO_RETURN, writtenReturn } from './link-return-fields.tsx'
import { ExportLinks } from './link-tools.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { type CreatedList, useLinkList } from './use-link-list.ts'

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
  const [list, setList] = useState<CreatedList | null>(null)
  if (list)
    return (
      <Dialog onClose={onClose} title={TITLE} size="lg">
        <ReadyList keyId={apiKey.id} list={list} onClose={onClose} />
      </Dialog>
    )
  if (!link)
    return (
      <LinkForm apiKey={apiKey} onCreated={setLink} onCreatedList={setList} onClose={onClose} />
    )
  return (
    <Dialog onClose={onClose} title={TITLE} size="lg">
      <ReadyLink apiKey={apiKey} link={link} onClose={onClose} />
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly onCreated: (link: CreatedLink) => void
  readonly onCreatedList: (list: CreatedList) => void
}

const TITLE = t('Connection link')
const MAX_PURPOSE_LENGTH = 280

function LinkForm({ apiKey, onCreated, onCreatedList, onClose }: FormProps) {
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [purpose, setPurpose] = useState('')
  const [use, setUse] = useState('single')
  const [typed, setTyped] = useState(NO_RETURN)
  const singleUse = use === 'single'
  const create = useAction(CreateConnectionLinkDocument)
  const list = useLinkList(onCreatedList)
  const isList = use === 'list'
  const submit = async () => {
    const asked = { keyId: apiKey.id, scopes, purpose }
    const written = writtenReturn(typed, singleUse)
    if (isList) return list.submit({ ...asked, returnUrl: written.returnUrl })
    const created = await create.run({ input: { ...asked, singleUse, ...written } })
    if (!created) return
    const { path, expiresAt } = created.createConnectionLink
    if (path)
      onCreated({ scopes, purpose, singleUse, url: window.location.origin + path, expiresAt })
  }
  return (
    <FormDialog
      title={TITLE}
      size="lg"
      verb={isList ? t('Create links') : t('Create link')}
      busy={create.busy || list.busy}
      error={isList ? list.error : create.error}
      errorTitle={t('The link could not be created')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'A client who opens the link sees who is asking and for what, and can approve all of it, part of it, or nothing.',
        )}
      </Text>
      <ScopeChoice
        label={t('Scopes to request')}
        description={t('Request only what you need: clients approve short lists sooner.')}
        among={apiKey.scopes}
        value={scopes}
        onChange={setScopes}
      />
      <Textarea
        label={t('Purpose')}
        description={t('Shown to the client. One line.')}
        placeholder={t('To keep the insured values of your collection up to date')}
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value.replaceAll('\n', ' '))}
      />
      <Radio.Group label={t('How often it can be approved')} value={use} onChange={setUse}>
        <Stack gap="xs" mt="xs">
          <Radio value="single" label={t('Once: for one client')} />
          <Radio value="any" label={t('Any number of times: for several clients')} />
          <Radio value="list" label={t('Once for each client of a list')} />
        </Stack>
      </Radio.Group>
      {isList && <LinkListFields of={list} />}
      <LinkReturnFields urls={apiKey.returnUrls} use={use} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}

interface ListProps {
  readonly keyId: string
  readonly list: CreatedList
  readonly onClose: () => void
}

function ReadyList({ keyId, list: { created, open }, onClose }: ListProps) {
  return (
    <Stack>
      <Text size="sm">
        {t(
          '{created, plural, one {# link was created.} other {# links were created.}} {open, plural, =0 {} one {# client has an open link already, which stays.} other {# clients have open links already, which stay.}} The file has the address of each.',
          { created, open },
        )}
      </Text>
      <ExportLinks keyId={keyId} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}

function ReadyLink({ apiKey, link, onClose }: Props & { link: CreatedLink }) {
  const { firm, name, environment } = apiKey
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Send this link to the client. It works until {expiresAt}, {singleUse, select, true {for one approval} other {for any number of {environment, select, sandbox {sandbox} other {production}} clients}}. You can copy or revoke it later on the page of this key.',
          {
            expiresAt: formatDateTime(link.expiresAt),
            singleUse: link.singleUse,
            environment,
          },
        )}
      </Text>
      <CopyBlock text={link.url} what={t('the link')} label={t('The link')} />
      <Text size="sm" component="div">
        {t(
          'The client sees: {firm} asks, with its {environment, select, sandbox {sandbox} other {production}} key “{key}”, for {scopes}. Purpose: “{purpose}”',
          {
            firm: firm.name,
            environment,
            key: name,
            scopes: formatScopes(link.scopes),
            purpose: link.purpose,
          },
        )}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
