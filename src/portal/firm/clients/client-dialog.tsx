import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { ScopeChoice } from '../../domain/keys/scope-choice.tsx'
import {
  type AskingKeyFragment,
  type ClientRowFragment,
  type LinkRowFragment,
  NarrowGrantDocument,
  ReturnGrantDocument,
  RevokeConnectionLinkDocument,
  type Scope,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { endOfDay, today } from '../../words/dates.ts'
import type { ClientAct } from './client-menu.tsx'
import { LinkDialog } from './link-dialog.tsx'

interface Props {
  readonly act: ClientAct
  readonly client: ClientRowFragment
  readonly firm: { readonly id: string; readonly name: string }
  readonly keys: readonly AskingKeyFragment[]
  readonly onClose: () => void
}

/** The dialog of an action on a client. */
export function ClientDialog({ act, client, firm, keys, onClose }: Props) {
  const { grant, link } = client
  if (act === 'ask') {
    const own = keys.filter(({ id }) => id === client.key.id)
    return <LinkDialog firm={firm} keys={own} client={client} onClose={onClose} />
  }
  if (act === 'narrow' && grant) return <NarrowGrantDialog grant={grant} onClose={onClose} />
  if (act === 'return' && grant) return <ReturnGrantDialog grant={grant} onClose={onClose} />
  return link && <RevokeLinkDialog link={link} onClose={onClose} />
}

interface NarrowGrantDialogProps {
  readonly grant: {
    readonly id: string
    readonly version: number
    readonly scopes: readonly Scope[]
    readonly expiresAt: string | null
    readonly client: { readonly name: string }
  }
  readonly onClose: () => void
}

// Narrows the key's access to one client's portfolio: fewer scopes, or an earlier end.
function NarrowGrantDialog({ grant, onClose }: NarrowGrantDialogProps) {
  const { id, version, scopes, expiresAt, client } = grant
  const [kept, setKept] = useState<readonly Scope[]>(scopes)
  const [day, setDay] = useState('')
  const narrow = useAction(NarrowGrantDocument)
  const withoutScopes = scopes.filter((scope) => scope !== 'registry' && !kept.includes(scope))
  const end = earlierEnd(day, expiresAt)
  const submit = async () => {
    const input = { grantId: id, version, withoutScopes, expiresAt: end }
    if (await narrow.run({ input })) onClose()
  }
  return (
    <FormDialog
      title={t('Reduce access to {name}', { name: client.name })}
      verb={t('Reduce access')}
      busy={narrow.busy}
      error={narrow.error}
      errorTitle={t('The access was not reduced')}
      disabled={withoutScopes.length === 0 && end === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'Your firm can only reduce an access, because it is the client’s to give. To read more, or for longer, request a change. The client is told what you reduce.',
        )}
      </Text>
      <ScopeChoice
        label={t('What the access still shows')}
        description={t('Registry is part of every access. To read nothing any more, give it back.')}
        among={scopes}
        value={kept}
        onChange={setKept}
      />
      <TextInput
        type="date"
        label={t('Earlier last day (optional)')}
        maw={240}
        value={day}
        min={today(serverNow())}
        max={expiresAt === null ? '9999-12-30' : today(Date.parse(expiresAt))}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </FormDialog>
  )
}

// The day of the present end changes nothing.
function earlierEnd(day: string, expiresAt: string | null): string | null {
  const end = day === '' ? null : endOfDay(day)
  if (end === null || expiresAt === null) return end
  return Date.parse(end) < Date.parse(expiresAt) ? end : null
}

interface ReturnGrantDialogProps {
  readonly grant: { readonly id: string; readonly client: { readonly name: string } }
  readonly onClose: () => void
}

// Confirms and ends the key's access to one client's portfolio.
function ReturnGrantDialog({ grant: { id, client }, onClose }: ReturnGrantDialogProps) {
  return (
    <ConfirmDialog
      title={t('Give back access to {name}', { name: client.name })}
      verb={t('Give back access')}
      mutation={ReturnGrantDocument}
      variables={{ grantId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'This key can no longer read the portfolio of {name}: its next request is rejected. The client sees that your firm gave the access back. To read it again, send a new connection link.',
          { name: client.name },
        )}
      </Text>
    </ConfirmDialog>
  )
}

interface RevokeLinkDialogProps {
  readonly link: LinkRowFragment
  readonly onClose: () => void
}

// Confirms and revokes a connection link.
function RevokeLinkDialog({ link: { id, purpose }, onClose }: RevokeLinkDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke this link')}
      verb={t('Revoke link')}
      mutation={RevokeConnectionLinkDocument}
      variables={{ linkId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {rich(
          'Nobody can approve {name} any more, not even a client who has it open now. Access that clients have already given stays.',
          { name: <Name>{purpose}</Name> },
        )}
      </Text>
    </ConfirmDialog>
  )
}
