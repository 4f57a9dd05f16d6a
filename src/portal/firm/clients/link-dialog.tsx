import { Button, Group, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ScopeChoice } from '../../domain/keys/scope-choice.tsx'
import {
  type AskingKeyFragment,
  type ClientRowFragment,
  CreateConnectionLinkDocument,
  type Scope,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDateTime } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import { ExportClients } from './client-tools.tsx'
import { LinkListFields } from './link-list-fields.tsx'
import { LinkReturnFields, NO_RETURN, writtenReturn } from './link-return-fields.tsx'
import { type CreatedList, useLinkList } from './use-link-list.ts'

interface Props {
  readonly firm: { readonly id: string; readonly name: string }
  /** The keys that can ask. */
  readonly keys: readonly AskingKeyFragment[]
  /** The client who is asked once more. */
  readonly client?: ClientRowFragment
  readonly onClose: () => void
}

interface CreatedLink {
  readonly apiKey: AskingKeyFragment
  readonly scopes: readonly Scope[]
  readonly purpose: string
  readonly singleUse: boolean
  readonly url: string
  readonly expiresAt: string
}

/** Creates a connection link, or one for each client of a list, and shows what came of it. */
export function LinkDialog(props: Props) {
  const { firm, onClose } = props
  const [link, setLink] = useState<CreatedLink | null>(null)
  const [list, setList] = useState<CreatedList | null>(null)
  if (!link && !list) return <LinkForm {...props} onCreated={setLink} onCreatedList={setList} />
  return (
    <Dialog onClose={onClose} title={titleOf(props)} size="lg">
      <Stack>
        {link && <ReadyLink firm={firm} link={link} />}
        {list && <ReadyList firmId={firm.id} list={list} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface FormProps extends Props {
  readonly onCreated: (link: CreatedLink) => void
  readonly onCreatedList: (list: CreatedList) => void
}

const MAX_PURPOSE_LENGTH = 280

function titleOf({ client }: Props): string {
  if (client?.grant?.state !== 'active') return t('Request access')
  return t('Request a change from {name}', { name: client.grant.client.name })
}

function LinkForm(props: FormProps) {
  const { keys, client, onCreated, onCreatedList, onClose } = props
  const { grant, link } = client ?? {}
  const [keyId, setKeyId] = useState(keys[0]?.id ?? '')
  const apiKey = keys.find(({ id }) => id === keyId)
  const [scopes, setScopes] = useState<Scope[]>([...(grant ?? link ?? DEFAULT).scopes])
  const [purpose, setPurpose] = useState(link?.purpose ?? '')
  const [use, setUse] = useState('single')
  const [typed, setTyped] = useState({
    ...NO_RETURN,
    reference: (grant ?? link)?.reference ?? '',
    email: link?.email ?? '',
  })
  const singleUse = use === 'single'
  const create = useAction(CreateConnectionLinkDocument)
  const list = useLinkList(onCreatedList)
  const isList = use === 'list'
  if (!apiKey) return null
  const submit = async () => {
    const within = scopes.filter((scope) => apiKey.scopes.includes(scope))
    const asked = { keyId, scopes: within, purpose }
    const written = writtenReturn(typed, singleUse)
    if (isList) return list.submit(apiKey, { ...asked, returnUrl: written.returnUrl })
    const created = await create.run({ input: { ...asked, singleUse, ...written } })
    if (!created) return
    const { path, expiresAt } = created.createConnectionLink
    const url = window.location.origin + path
    if (path) onCreated({ apiKey, scopes: within, purpose, singleUse, url, expiresAt })
  }
  return (
    <FormDialog
      title={titleOf(props)}
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
      {keys.length > 1 && (
        <NativeSelect
          label={t('Key')}
          description={t('The key that reads what the client shares.')}
          data={keys.map(({ id, name }) => ({ value: id, label: name }))}
          value={keyId}
          onChange={({ currentTarget }) => {
            setKeyId(currentTarget.value)
            setTyped({ ...typed, returnUrl: '' })
          }}
        />
      )}
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
        autosize
        minRows={2}
        maxLength={MAX_PURPOSE_LENGTH}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value.replaceAll('\n', ' '))}
      />
      {!client && (
        <Radio.Group label={t('How often it can be approved')} value={use} onChange={setUse}>
          <Stack gap="xs" mt="xs">
            <Radio value="single" label={t('Once: for one client')} />
            <Radio value="any" label={t('Any number of times: for several clients')} />
            <Radio value="list" label={t('Once for each client of a list')} />
          </Stack>
        </Radio.Group>
      )}
      {isList && <LinkListFields of={list} />}
      <LinkReturnFields urls={apiKey.returnUrls} use={use} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}

const DEFAULT = { scopes: ['registry'] as const, reference: null }

function ReadyList({ firmId, list }: { firmId: string; list: CreatedList }) {
  const { created, open, apiKey } = list
  const { id: keyId, environment } = apiKey
  const asked = { firmId, environment, keyId, only: 'link_open', search: null } as const
  return (
    <>
      <Text size="sm">
        {t(
          '{created, plural, one {# link was created.} other {# links were created.}} {open, plural, =0 {} one {# client has an open link already, which stays.} other {# clients have open links already, which stay.}} The file has the address of each.',
          { created, open },
        )}
      </Text>
      <ExportClients asked={asked} />
    </>
  )
}

function ReadyLink({ firm, link }: { firm: Props['firm']; link: CreatedLink }) {
  const { name, environment } = link.apiKey
  return (
    <>
      <Text size="sm">
        {t(
          'Send this link to the client. It works until {expiresAt}, {singleUse, select, true {for one approval} other {for any number of {environment, select, sandbox {sandbox} other {production}} clients}}. You can copy or revoke it later in the list of clients.',
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
    </>
  )
}
