import { Text } from '@mantine/core'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { ReturnGrantDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

interface Props {
  readonly grant: { readonly id: string; readonly client: { readonly name: string } }
  readonly onClose: () => void
}

/** Asks once, then ends the key's access to a client's portfolio for good. */
export function ReturnGrantDialog({ grant: { id, client }, onClose }: Props) {
  const giveBack = useAction(ReturnGrantDocument)
  const confirm = async () => {
    if (await giveBack.run({ grantId: id })) onClose()
  }
  return (
    <ConfirmDialog
      title={`Give back access to ${client.name}`}
      verb="Give back access"
      busy={giveBack.busy}
      fault={giveBack.fault}
      onConfirm={confirm}
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
