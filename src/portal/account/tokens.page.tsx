import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../data/use-query.ts'
import { AccessTokensDocument, RevokeAccessTokenDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { type CreatedToken, NewTokenDialog } from './new-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

/** The user's access tokens. */
export default function TokensPage() {
  const tokens = useQuery(AccessTokensDocument, {})
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const create = <Button onClick={() => setCreating(true)}>{t('New token')}</Button>
  return (
    <PortalPage
      title={t('Access tokens')}
      description={t('Let your own scripts access your account, within the scopes you choose.')}
      action={create}
    >
      <QueryView of={tokens}>
        {({ accessTokens }) =>
          accessTokens.length === 0 ? (
            <EmptyState title={t('No tokens yet')}>
              {t(
                'Anyone with a token can act as you within its scopes. Create one for each program, so that you can revoke each separately.',
              )}
            </EmptyState>
          ) : (
            <TokenTable tokens={accessTokens} />
          )
        }
      </QueryView>
      {creating && (
        <NewTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(result) => {
            setCreating(false)
            setCreated(result)
          }}
        />
      )}
      {created && <NewTokenResult created={created} onClose={() => setCreated(null)} />}
    </PortalPage>
  )
}

interface ResultProps {
  readonly created: CreatedToken
  readonly onClose: () => void
}

// Shows the secret of a new token. Where the response was lost, so is the secret: the token is revoked.
function NewTokenResult({ created: { tokenId, token, secret }, onClose }: ResultProps) {
  if (secret === null)
    return (
      <ConfirmDialog
        title={t('The token was lost on its way')}
        verb={t('Revoke it')}
        mutation={RevokeAccessTokenDocument}
        variables={{ tokenId }}
        onClose={onClose}
      >
        <Text size="sm">
          {t(
            'Your first attempt did create {hasName, select, true {“{name}”} other {the token}}. But the answer did not reach this browser, and a token is shown only once. Revoke it, then create another one.',
            { hasName: token !== undefined, name: token?.name ?? '' },
          )}
        </Text>
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
