import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { ScopeChoice } from '../../domain/keys/scope-choice.tsx'
import { NarrowGrantDocument, type Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { endOfDay, today } from '../../words/dates.ts'

interface Props {
  readonly grant: {
    readonly id: string
    readonly version: number
    readonly scopes: readonly Scope[]
    readonly expiresAt: string | null
    readonly client: { readonly name: string }
  }
  readonly onClose: () => void
}

/** Narrows the key's access to one client's portfolio: fewer scopes, or an earlier end. */
export function NarrowGrantDialog({ grant, onClose }: Props) {
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
