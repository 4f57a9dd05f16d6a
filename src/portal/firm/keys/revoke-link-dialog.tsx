import { Text } from '@mantine/core'
import { type LinkRowFragment, RevokeConnectionLinkDocument } from '../../generated/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Name } from '../../ui/name.tsx'

interface Props {
  readonly link: LinkRowFragment
  readonly onClose: () => void
}

/** Confirms and revokes a connection link. */
export function RevokeLinkDialog({ link: { id, purpose }, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Revoke this link"
      verb="Revoke link"
      mutation={RevokeConnectionLinkDocument}
      variables={{ linkId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        Nobody can approve <Name>{purpose}</Name> any more, not even a client who has it open now.
        Access that clients have already given stays.
      </Text>
    </ConfirmDialog>
  )
}
