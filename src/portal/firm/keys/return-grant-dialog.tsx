import { Text } from '@mantine/core'
import { ReturnGrantDocument } from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  readonly grant: { readonly id: string; readonly client: { readonly name: string } }
  readonly onClose: () => void
}

/** Confirms and ends the key's access to one client's portfolio. */
export function ReturnGrantDialog({ grant: { id, client }, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Give back access to ${client.name}`}
      verb="Give back access"
      mutation={ReturnGrantDocument}
      variables={{ grantId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        This key can no longer read the portfolio of {client.name}: its next request is rejected.
        The client sees that your firm gave the access back. To read it again, send a new connection
        link.
      </Text>
    </ConfirmDialog>
  )
}
