import { Text } from '@mantine/core'
import { RevokeApiKeyDocument } from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount } from '../../words/format.ts'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Confirms and revokes a key. */
export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      verb="Revoke key"
      typedName={apiKey.name}
      mutation={RevokeApiKeyDocument}
      variables={{ keyId: apiKey.id }}
      onClose={onClose}
    >
      <Text size="sm">{describeUse(apiKey)}</Text>
      <Text size="sm" mt="sm">
        Its next request is rejected, and all access that clients gave it ends. They have to connect
        to another key. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}

function describeUse({ clientCount, lastWeek: { total } }: ShownKey): string {
  if (clientCount === 0 && total === 0)
    return 'No client has given this key access, and it made no requests in the last 7 days.'
  const clients = formatCount(clientCount, 'client')
  const requests = formatCount(total, 'request')
  return `The key reads the portfolios of ${clients} and made ${requests} in the last 7 days.`
}
