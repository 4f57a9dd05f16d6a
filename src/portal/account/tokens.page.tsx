import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '../data/use-query.ts'
import { AccessTokensDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { type CreatedToken, NewTokenDialog } from './new-token-dialog.tsx'
import { NewTokenResult } from './new-token-result.tsx'
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
