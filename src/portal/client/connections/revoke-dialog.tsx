import { Text } from '@mantine/core'
import { type GrantFactsFragment, RevokeGrantDocument } from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name } from '../../ui/name.tsx'

interface Props {
  readonly grant: GrantFactsFragment
  readonly onClose: () => void
}

/** Confirms and revokes a grant. */
export function RevokeDialog({ grant: { id, key }, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Revoke this connection"
      verb="Revoke"
      mutation={RevokeGrantDocument}
      variables={{ grantId: id }}
      onClose={onClose}
    >
      <Text>
        <Name>{key.firmName}</Name> loses access immediately: its next request with the key{' '}
        <Name>{key.name}</Name> is rejected. It keeps what it has already read. To connect again, it
        has to send you a new link.
      </Text>
    </ConfirmDialog>
  )
}
