import { Text } from '@mantine/core'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { type GrantTermsFragment, RevokeGrantDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

interface Props {
  readonly grant: GrantTermsFragment
  readonly onClose: () => void
}

/** Asks once, then ends the grant at once and for good. */
export function RevokeDialog({ grant: { id, key }, onClose }: Props) {
  const revoke = useAction(RevokeGrantDocument)
  const confirm = async () => {
    if (await revoke.run({ grantId: id })) onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke this connection"
      verb="Revoke"
      busy={revoke.busy}
      fault={revoke.fault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        {key.firmName} loses access immediately: its next request with the key “{key.name}” is
        rejected. It keeps what it has already read. To connect again, it has to send you a new
        link.
      </Text>
    </ConfirmDialog>
  )
}
