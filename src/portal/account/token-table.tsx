import { Button, Card, Code, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { StateBadge } from '../components/badges.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Instant } from '../components/instant.tsx'
import { RevokeAccessTokenDocument, type TokenRowFragment } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

/** One row a token, those that ended as well. */
export function TokenTable({ tokens }: { tokens: readonly TokenRowFragment[] }) {
  const [revoking, setRevoking] = useState<TokenRowFragment | null>(null)
  const revoke = useAction(RevokeAccessTokenDocument)
  const confirm = async ({ id }: TokenRowFragment) => {
    if (await revoke.run({ tokenId: id })) setRevoking(null)
  }
  return (
    <Card p={0}>
      <Table.ScrollContainer minWidth={680}>
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Access tokens">
          <Table.Thead>
            <Table.Tr>
              {['Name', 'Begins with', 'State', 'Made', 'Ends'].map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tokens.map((token) => (
              <Row key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {revoking && (
        <ConfirmDialog
          title="Revoke the token"
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
            Programs that use “{revoking.name}” are refused from now on. This cannot be undone.
          </Text>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Row({ token, onRevoke }: { token: TokenRowFragment; onRevoke: () => void }) {
  const state = stateOf(token)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {token.name}
      </Table.Th>
      <Table.Td>
        <Code>pat_{token.reference}</Code>
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} />
      </Table.Td>
      <Table.Td>
        <Instant at={token.createdAt} />
      </Table.Td>
      <Table.Td>
        <Instant at={token.revokedAt ?? token.expiresAt} />
      </Table.Td>
      <Table.Td ta="right">
        {state === 'active' && (
          <Button
            variant="default"
            size="xs"
            onClick={onRevoke}
            aria-label={`Revoke ${token.name}`}
          >
            Revoke
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function stateOf({ revokedAt, expiresAt }: TokenRowFragment) {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}
