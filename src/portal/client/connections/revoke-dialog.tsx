import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { type GrantFactsFragment, RevokeGrantDocument } from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name } from '../../ui/name.tsx'

interface Props {
  readonly grant: GrantFactsFragment
  readonly onClose: () => void
}

/** Confirms and revokes a grant, with a request to delete what was read if the client wants it. */
export function RevokeDialog({ grant: { id, key, state }, onClose }: Props) {
  const [requestDeletion, setRequestDeletion] = useState(false)
  return (
    <ConfirmDialog
      title="Revoke this connection"
      verb="Revoke"
      mutation={RevokeGrantDocument}
      variables={{ grantId: id, requestDeletion }}
      onClose={onClose}
    >
      <Text>
        <Name>{key.firmName}</Name> loses access immediately: its next request with the key{' '}
        <Name>{key.name}</Name> is rejected. It keeps what it has already read. To connect again, it
        has to send you a new link.
      </Text>
      {state === 'active' && (
        <Checkbox
          mt="md"
          mb="xs"
          label="Ask the firm to delete what it has read"
          description="The firm is told, and answers once. You see the answer here."
          checked={requestDeletion}
          onChange={({ currentTarget }) => setRequestDeletion(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
