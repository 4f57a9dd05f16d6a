import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
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
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { oneLine, useFields } from '../../ui/use-fields.ts'
import { formatDateTime } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import { ExportClients } from './client-tools.tsx'
import { type CreatedList, LinkListFields, useLinkList } from './link-list-fields.tsx'
import { LinkReturnFields, writtenReturn } from './link-return-fields.tsx'

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

type Created = CreatedLink | CreatedList

function titleOf({ client }: Props): string {
  if (client?.grant?.state !== 'active') return t('Request access')
  return t('Request a change from {name}', { name: client.grant.client.name })
}

const USES = {
  single: t('Once: for one client'),
  any: t('Any number of times: for several clients'),
  list: t('Once for each client of a list'),
}

const MAX_PURPOSE_LENGTH = 280

/** Creates a connection link, or one for each client of a list, and shows what came of it. */
export function LinkDialog(props: Props) {
  const { firm, keys, client, onClose } = props
  const { grant, link } = client ?? {}
  const [keyId, setKeyId] = useState(keys[0]?.id ?? '')
  const apiKey = keys.find(({ id }) => id === keyId)
  const [scopes, setScopes] = useState<Scope[]>([...(grant ?? link ?? DEFAULT).scopes])
  const [use, setUse] = useState<keyof typeof USES>('single')
  const { texts, setTexts, field } = useFields({
    purpose: link?.purpose ?? '',
    reference: (grant ?? link)?.reference ?? '',
    email: link?.email ?? '',
    returnUrl: '',
    state: '',
  })
  const create = useAction(CreateConnectionLinkDocument)
  const list = useLinkList()
  if (!apiKey) return null
  const { purpose } = texts
  const singleUse = use === 'single'
  const isList = use === 'list'
  const submit = async (): Promise<Created | null> => {
    const within = scopes.filter((scope) => apiKey.scopes.includes(scope))
    const asked = { keyId, scopes: within, purpose }
    const written = writtenReturn(texts, singleUse)
    if (isList) return list.submit(apiKey, { ...asked, returnUrl: written.returnUrl })
    const made = await create.run({ input: { ...asked, singleUse, ...written } })
    if (!made?.createConnectionLink.path) return null
    const { path, expiresAt } = made.createConnectionLink
    const url = window.location.origin + path
    return { apiKey, scopes: within, purpose, singleUse, url, expiresAt }
  }
  return (
    <FormDialog
      title={titleOf(props)}
      size="lg"
      lead={t(
        'A client who opens the link sees who is asking and for what, and can approve all of it, part of it, or nothing.',
      )}
      verb={isList ? t('Create links') : t('Create link')}
      errorTitle={t('The link could not be created')}
      action={{ ...(isList ? list : create), run: submit }}
      input={{}}
      next={(created) => (
        <NoteDialog title={titleOf(props)} size="lg" onClose={onClose}>
          <Stack>
            {'url' in created ? (
              <ReadyLink firm={firm} link={created} />
            ) : (
              <ReadyList firmId={firm.id} list={created} />
            )}
          </Stack>
        </NoteDialog>
      )}
      onClose={onClose}
    >
      {keys.length > 1 && (
        <NativeSelect
          label={t('Key')}
          description={t('The key that reads what the client shares.')}
          data={keys.map(({ id, name }) => ({ value: id, label: name }))}
          value={keyId}
          onChange={({ currentTarget }) => {
            setKeyId(currentTarget.value)
            setTexts({ ...texts, returnUrl: '' })
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
        {...field('purpose', oneLine)}
      />
      {!client && (
        <RadioChoice
          label={t('How often it can be approved')}
          options={USES}
          value={use}
          onChange={setUse}
        />
      )}
      {isList && <LinkListFields of={list} />}
      <LinkReturnFields urls={apiKey.returnUrls} use={use} texts={texts} field={field} />
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
          { expiresAt: formatDateTime(link.expiresAt), singleUse: link.singleUse, environment },
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
