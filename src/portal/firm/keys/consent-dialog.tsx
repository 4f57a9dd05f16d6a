import { Text } from '@mantine/core'
import { ConsentList } from '../../domain/grants/consent-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  readonly grant: {
    readonly id: string
    readonly client: { readonly name: string; readonly isSandboxClient: boolean }
  }
  readonly onClose: () => void
}

/** What a client of a key agreed to. */
export function ConsentDialog({ grant: { id, client }, onClose }: Props) {
  return (
    <Dialog
      title={
        client.isSandboxClient
          ? 'Access that nobody had to approve'
          : `What ${client.name} agreed to`
      }
      size="lg"
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="md">
        {client.isSandboxClient
          ? 'The sandbox client is fictional, and no person.'
          : 'As it was shown to the client, newest first, without the names of collections.'}
      </Text>
      <ConsentList grantId={id} />
    </Dialog>
  )
}
