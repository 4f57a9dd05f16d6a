import { Code } from '@mantine/core'
import { serverNow } from '../data/server-clock.ts'
import { useQuery } from '../data/use-query.ts'
import { StateBadge } from '../domain/badges.tsx'
import {
  AccessTokensDocument,
  type AccessTokensQuery,
  RevokeAccessTokenDocument,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Instant } from '../ui/instant.tsx'
import { EmptyState, PortalPage } from '../ui/page.tsx'
import { QueryView } from '../ui/page-parts.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { formatList } from '../words/format.ts'
import { NewTokenDialog, TOKEN_SCOPES } from './new-token-dialog.tsx'

/** The user's access tokens, including those that have ended. */
export default function TokensPage() {
  const tokens = useQuery(AccessTokensDocument, {})
  return (
    <PortalPage
      title={t('Access tokens')}
      description={t('Let your own scripts access your account, within the scopes you choose.')}
      action={
        <DialogButton variant="filled" dialog={(close) => <NewTokenDialog onClose={close} />}>
          {t('New token')}
        </DialogButton>
      }
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
            <RecordTable
              label={t('Access tokens')}
              framed
              columns={COLUMNS}
              records={accessTokens}
            />
          )
        }
      </QueryView>
    </PortalPage>
  )
}

type Token = AccessTokensQuery['accessTokens'][number]

const COLUMNS: readonly Column<Token>[] = [
  [t('Name'), ({ name }) => name],
  [t('Prefix'), ({ reference }) => <Code>{`pat_${reference}`}</Code>],
  [t('Status'), (token) => <StateBadge state={stateOf(token)} />],
  [t('Scopes'), ({ scopes }) => formatList(scopes.map((scope) => TOKEN_SCOPES[scope].label))],
  [t('Created'), ({ createdAt }) => <Instant at={createdAt} />],
  [
    t('Expires'),
    ({ revokedAt, expiresAt }) => (
      <Instant at={revokedAt ?? expiresAt} otherwise={t('No end date')} />
    ),
  ],
  [
    t('Revoke'),
    (token) => stateOf(token) === 'active' && <RevokeButton token={token} />,
    'actions',
  ],
]

function RevokeButton({ token: { id, name } }: { token: Token }) {
  return (
    <ConfirmButton
      button={{ size: 'xs', 'aria-label': t('Revoke {name}', { name }), children: t('Revoke') }}
      title={t('Revoke token')}
      verb={t('Revoke')}
      mutation={RevokeAccessTokenDocument}
      variables={{ tokenId: id }}
      says={() => ({ text: t('“{name}” was revoked.', { name }) })}
    >
      {t('Programs that use “{name}” stop working immediately. This cannot be undone.', {
        name,
      })}
    </ConfirmButton>
  )
}

function stateOf({ revokedAt, expiresAt }: Token) {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= serverNow() ? 'expired' : 'active'
}
