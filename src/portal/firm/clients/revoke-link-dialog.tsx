import { Text } from '@mantine/core'
import { type LinkRowFragment, RevokeConnectionLinkDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
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
      title={t('Revoke this link')}
      verb={t('Revoke link')}
      mutation={RevokeConnectionLinkDocument}
      variables={{ linkId: id }}
      onClose={onClose}
    >
      <Text size="sm">
        {rich(
          'Nobody can approve {name} any more, not even a client who has it open now. Access that clients have already given stays.',
          { name: <Name>{purpose}</Name> },
        )}
      </Text>
    </ConfirmDialog>
  )
}
