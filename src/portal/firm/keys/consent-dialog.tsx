import { Text } from '@mantine/core'
import { ConsentList } from '../../domain/grants/consent-list.tsx'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  readonly grant: {
    readonly id: string
    readonly client: { readonly name: string; readonly isSandboxClient: boolean }
  }
  readonly onClose: () => void
}

/** The consent of a client of a key. */
export function ConsentDialog({ grant: { id, client }, onClose }: Props) {
  return (
    <Dialog
      title={
        client.isSandboxClient
          ? t('Access that nobody had to approve')
          : t('What {name} agreed to', { name: client.name })
      }
      size="lg"
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="md">
        {client.isSandboxClient
          ? t('The sandbox client is fictional, and no person.')
          : t('As it was shown to the client, newest first, without the names of collections.')}
      </Text>
      <ConsentList grantId={id} />
    </Dialog>
  )
}
