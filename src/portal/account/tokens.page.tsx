import { Button } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { PortalPage } from '../components/portal-page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { AccessTokensDocument } from '../generated/graphql.ts'
import { useList } from '../use-list.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

/** The user's access tokens. */
export default function TokensPage() {
  const tokens = useList(AccessTokensDocument, {}, 'AccessToken')
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = <Button onClick={() => setCreating(true)}>New token</Button>
  return (
    <PortalPage
      title="Access tokens"
      description="Let your own scripts access your account, within the scopes you choose."
      action={create}
    >
      <QueryView of={tokens}>
        {({ accessTokens }) =>
          accessTokens.length === 0 ? (
            <EmptyState title="No tokens yet">
              Anyone with a token can act as you within its scopes. Create one for each program, so
              that you can revoke each separately.
            </EmptyState>
          ) : (
            <TokenTable tokens={accessTokens} />
          )
        }
      </QueryView>
      {creating && (
        <NewTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false)
            setSecret(created)
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="Your new token"
          what="the token"
          secret={secret}
          curl={`curl '${window.location.origin}/plants?limit=3' \\\n  -H 'Authorization: Bearer ${secret}'`}
          onClose={() => setSecret(null)}
        />
      )}
    </PortalPage>
  )
}
