import { Button, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../data/server-clock.ts'
import { StateBadge } from '../domain/badges.tsx'
import { RevokeAccessTokenDocument, type TokenRowFragment } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Instant } from '../ui/instant.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { formatList } from '../words/format.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

/** A row per token, including those that have ended. */
export function TokenTable({ tokens }: { tokens: readonly TokenRowFragment[] }) {
  const [revoking, setRevoking] = useState<TokenRowFragment | null>(null)
  return (
    <>
      <RecordTable
        label={t('Access tokens')}
        framed
        columns={columnsOf(setRevoking)}
        records={tokens}
      />
      {revoking && (
        <ConfirmDialog
          title={t('Revoke token')}
          verb={t('Revoke')}
          mutation={RevokeAccessTokenDocument}
          variables={{ tokenId: revoking.id }}
          done={() => ({ text: t('“{name}” was revoked.', { name: revoking.name }) })}
          onClose={() => setRevoking(null)}
        >
          <Text>
            {t('Programs that use “{name}” stop working immediately. This cannot be undone.', {
              name: revoking.name,
            })}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function columnsOf(onRevoke: (token: TokenRowFragment) => void): Column<TokenRowFragment>[] {
  return [
    { name: t('Name'), cell: ({ name }) => name },
    {
      name: t('Prefix'),
      cell: ({ reference }) => <Code>{`pat_${reference}`}</Code>,
    },
    { name: t('Status'), cell: (token) => <StateBadge state={stateOf(token)} /> },
    {
      name: t('Scopes'),
      cell: ({ scopes }) => formatList(scopes.map((scope) => TOKEN_SCOPES[scope].label)),
    },
    { name: t('Created'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      name: t('Expires'),
      cell: ({ revokedAt, expiresAt }) => (
        <Instant at={revokedAt ?? expiresAt} otherwise={t('No end date')} />
      ),
    },
    {
      name: t('Revoke'),
      plain: true,
      align: 'end',
      cell: (token) =>
        stateOf(token) === 'active' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onRevoke(token)}
            aria-label={t('Revoke {name}', { name: token.name })}
          >
            {t('Revoke')}
          </Button>
        ),
    },
  ]
}

function stateOf({ revokedAt, expiresAt }: TokenRowFragment) {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= serverNow() ? 'expired' : 'active'
}
