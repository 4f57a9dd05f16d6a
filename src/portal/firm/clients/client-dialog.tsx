import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { ScopeChoice } from '../../domain/keys/scope-choice.tsx'
import {
  type ClientRowFragment,
  NarrowGrantDocument,
  ReturnGrantDocument,
  RevokeConnectionLinkDocument,
  type Scope,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Name } from '../../ui/inline.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { endOfDay, LAST_DAY, today } from '../../words/dates.ts'
import type { ClientAct } from './client-list.tsx'
import { LinkDialog } from './link-dialog.tsx'

interface Props {
  readonly act: ClientAct
  readonly client: ClientRowFragment
  readonly firm: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** The dialog of an action on a client. */
export function ClientDialog({ act, client, firm, onClose }: Props) {
  const { grant, link } = client
  if (act === 'ask')
    return <LinkDialog firm={firm} keys={[client.key]} client={client} onClose={onClose} />
  if (act === 'narrow' && grant) return <NarrowGrantDialog grant={grant} onClose={onClose} />
  if (act === 'return' && grant) return <ReturnGrantDialog grant={grant} onClose={onClose} />
  if (!link) return null
  return (
    <ConfirmDialog
      title={t('Revoke this link')}
      verb={t('Revoke link')}
      mutation={RevokeConnectionLinkDocument}
      variables={{ linkId: link.id }}
      onClose={onClose}
    >
      {rich(
        'Nobody can approve {name} any more, not even a client who has it open now. Access that clients have already given stays.',
        { name: <Name>{link.purpose}</Name> },
      )}
    </ConfirmDialog>
  )
}

interface GrantProps {
  readonly grant: NonNullable<ClientRowFragment['grant']>
  readonly onClose: () => void
}

function NarrowGrantDialog({ grant, onClose }: GrantProps) {
  const { id, version, scopes, expiresAt, client } = grant
  const [kept, setKept] = useState<readonly Scope[]>(scopes)
  const { texts, field } = useFields({ day: '' })
  const withoutScopes = scopes.filter((scope) => scope !== 'registry' && !kept.includes(scope))
  const end = earlierEnd(texts.day, expiresAt)
  return (
    <FormDialog
      title={t('Reduce access to {name}', { name: client.name })}
      lead={t(
        'Your firm can only reduce an access, because it is the client’s to give. To read more, or for longer, request a change. The client is told what you reduce.',
      )}
      verb={t('Reduce access')}
      errorTitle={t('The access was not reduced')}
      disabled={withoutScopes.length === 0 && end === null}
      action={useAction(NarrowGrantDocument)}
      input={{ input: { grantId: id, version, withoutScopes, expiresAt: end } }}
      onClose={onClose}
    >
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
        min={today(serverNow())}
        max={expiresAt === null ? LAST_DAY : today(Date.parse(expiresAt))}
        {...field('day')}
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

function ReturnGrantDialog({ grant: { id, client }, onClose }: GrantProps) {
  const { name } = client
  return (
    <ConfirmDialog
      title={t('Give back access to {name}', { name })}
      verb={t('Give back access')}
      mutation={ReturnGrantDocument}
      variables={{ grantId: id }}
      onClose={onClose}
    >
      {t(
        'This key can no longer read the portfolio of {name}: its next request is rejected. The client sees that your firm gave the access back. To read it again, send a new connection link.',
        { name },
      )}
    </ConfirmDialog>
  )
}
