import { Text } from '@mantine/core'
import { ReturnGrantDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  readonly grant: { readonly id: string; readonly client: { readonly name: string } }
  readonly onClose: () => void
}

/** Confirms and ends the key's access to one client's portfolio. */
export function ReturnGrantDialog({ grant: { id, client }, onClose }: Props) {
  return (
    <ConfirmDialog
      title={t('Give back access to {name}', { name: client.name })}
      verb={t('Give back access')}
      mutation={ReturnGrantDocument}
      variables={{ grantId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'This key can no longer read the portfolio of {name}: its next request is rejected. The client sees that your firm gave the access back. To read it again, send a new connection link.',
          { name: client.name },
        )}
      </Text>
    </ConfirmDialog>
  )
}
