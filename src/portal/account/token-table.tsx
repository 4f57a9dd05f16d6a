import { Button, Card, Code, Text } from '@mantine/core'
import { useState } from 'react'
import { StateBadge } from '../components/badges.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Instant } from '../components/instant.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { RevokeAccessTokenDocument, type TokenRowFragment } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'
import { listInWords } from '../words.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

/** One row a token, those that ended as well. */
export function TokenTable({ tokens }: { tokens: readonly TokenRowFragment[] }) {
  const [revoking, setRevoking] = useState<TokenRowFragment | null>(null)
  const revoke = useAction(RevokeAccessTokenDocument)
  const confirm = async ({ id }: TokenRowFragment) => {
    if (await revoke.run({ tokenId: id })) setRevoking(null)
  }
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
          busy={revoke.busy}
          fault={revoke.fault}
          onConfirm={() => confirm(revoking)}
          onClose={() => {
            revoke.clear()
            setRevoking(null)
          }}
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
      cell: ({ scopes }) => listInWords(scopes.map((scope) => TOKEN_SCOPES[scope].label)),
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
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}
