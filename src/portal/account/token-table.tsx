import { Button, Card, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../data/server-clock.ts'
import { StateBadge } from '../domain/badges.tsx'
import { RevokeAccessTokenDocument, type TokenRowFragment } from '../generated/graphql.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Instant } from '../ui/instant.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { formatList } from '../words/format.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

/** A row per token, including those that have ended. */
export function TokenTable({ tokens }: { tokens: readonly TokenRowFragment[] }) {
  const [revoking, setRevoking] = useState<TokenRowFragment | null>(null)
  return (
    <Card p={0}>
      <RecordTable
        label="Access tokens"
        inset
        columns={columnsOf(setRevoking)}
        records={tokens}
        keyOf={({ id }) => id}
      />
      {revoking && (
        <ConfirmDialog
          title="Revoke token"
          verb="Revoke"
          mutation={RevokeAccessTokenDocument}
          variables={{ tokenId: revoking.id }}
          onClose={() => setRevoking(null)}
        >
          <Text>
            Programs that use “{revoking.name}” stop working immediately. This cannot be undone.
          </Text>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function columnsOf(onRevoke: (token: TokenRowFragment) => void): Column<TokenRowFragment>[] {
  return [
    { name: 'Name', cell: ({ name }) => name },
    { name: 'Prefix', cell: ({ reference }) => <Code>pat_{reference}</Code> },
    { name: 'Status', cell: (token) => <StateBadge state={stateOf(token)} /> },
    {
      name: 'Scopes',
      cell: ({ scopes }) => formatList(scopes.map((scope) => TOKEN_SCOPES[scope].label)),
    },
    { name: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      name: 'Expires',
      cell: ({ revokedAt, expiresAt }) => (
        <Instant at={revokedAt ?? expiresAt} otherwise="No end date" />
      ),
    },
    {
      name: 'Revoke',
      plain: true,
      align: 'right',
      cell: (token) =>
        stateOf(token) === 'active' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onRevoke(token)}
            aria-label={`Revoke ${token.name}`}
          >
            Revoke
          </Button>
        ),
    },
  ]
}

function stateOf({ revokedAt, expiresAt }: TokenRowFragment) {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= serverNow() ? 'expired' : 'active'
}
