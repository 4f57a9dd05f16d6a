import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../data/server-clock.ts'
import { usePerson } from '../data/session/person.ts'
import { useActionOnce } from '../data/use-action.ts'
import {
  CreateAccessTokenDocument,
  type CreateAccessTokenMutation,
  RevokeAccessTokenDocument,
  type TokenScope,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { useFields } from '../ui/use-fields.ts'
import { daysFromNow } from '../words/dates.ts'

/** The label of each token scope, and what it allows. In the order in which they are listed. */
export const TOKEN_SCOPES: Readonly<Record<TokenScope, { label: string; allows: string }>> = {
  plants: { label: t('Plants'), allows: t('List, add and delete your plants') },
  portfolio_read: {
    label: t('Read portfolio'),
    allows: t('Read everything in your own portfolio over GraphQL, without changing it'),
  },
}

/** In days. */
const LIFETIMES = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('One year') },
  { value: '', label: t('Never (until you revoke it)') },
]

interface Props {
  readonly onClose: () => void
}

/** Creates an access token, and shows its secret. */
export function NewTokenDialog({ onClose }: Props) {
  const { texts, field } = useFields({ name: '', days: '90' })
  const [scopes, setScopes] = useState<TokenScope[]>(['plants'])
  // Counted from here on: the same choice is the same request, however often it is sent.
  const [opened] = useState(serverNow)
  const { name, days } = texts
  const expiresAt = days === '' ? null : daysFromNow(Number(days), opened)
  const input = (idempotencyKey: string) => ({ input: { name, scopes, expiresAt, idempotencyKey } })
  return (
    <FormDialog
      title={t('New token')}
      verb={t('Create token')}
      errorTitle={t('The token could not be created')}
      action={useActionOnce(CreateAccessTokenDocument)}
      input={scopes.length === 0 ? null : input}
      next={({ createAccessToken }) => <NewToken created={createAccessToken} onClose={onClose} />}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('What will use it, e.g. “Backup script”')}
        required
        maxLength={200}
        data-autofocus
        {...field('name')}
      />
      <ScopeChoice value={scopes} onChange={setScopes} />
      <NativeSelect label={t('Expires after')} data={LIFETIMES} {...field('days')} />
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly value: TokenScope[]
  readonly onChange: (scopes: TokenScope[]) => void
}

// Chooses at least one token scope. A person without a portfolio has none to let a program read.
function ScopeChoice({ value, onChange }: ChoiceProps) {
  const { hasPortfolio } = usePerson()
  const choices: readonly TokenScope[] = hasPortfolio ? ['plants', 'portfolio_read'] : ['plants']
  return (
    <Checkbox.Group
      label={t('What it can do')}
      description={t(
        'Choose only what the program needs. A token never changes keys, connections or how you sign in.',
      )}
      value={value}
      error={value.length === 0 && t('Choose at least one.')}
      onChange={(chosen) => onChange(choices.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap="xs" mt="sm">
        {choices.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={TOKEN_SCOPES[scope].label}
            description={TOKEN_SCOPES[scope].allows}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface CreatedProps extends Props {
  readonly created: CreateAccessTokenMutation['createAccessToken']
}

// The secret of a new token. Where the response was lost, so is the secret: the token is revoked.
function NewToken({ created, onClose }: CreatedProps) {
  const { tokenId, token, secret } = created
  if (secret === null)
    return (
      <ConfirmDialog
        title={t('The token was lost on its way')}
        verb={t('Revoke it')}
        mutation={RevokeAccessTokenDocument}
        variables={{ tokenId }}
        onClose={onClose}
      >
        {t(
          'Your first attempt did create {hasName, select, true {“{name}”} other {the token}}. But the answer did not reach this browser, and a token is shown only once. Revoke it, then create another one.',
          { hasName: token !== undefined, name: token?.name ?? '' },
        )}
      </ConfirmDialog>
    )
  return (
    <SecretDialog
      title={t('Your new token')}
      what={t('the token')}
      secret={secret}
      curl={`curl '${window.location.origin}/plants?limit=3' \\\n  -H 'Authorization: Bearer ${secret}'`}
      onClose={onClose}
    />
  )
}
