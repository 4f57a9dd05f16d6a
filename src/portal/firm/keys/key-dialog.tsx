import { Text } from '@mantine/core'
import { RevokeApiKeyDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

export type KeyAction = 'edit' | 'rotate' | 'revoke'

interface Props {
  readonly action: KeyAction
  /** The key as it was when the dialog was opened. */
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** The dialog of a key's action. */
export function KeyDialog({ action, apiKey, version, onClose }: Props) {
  switch (action) {
    case 'edit':
      return <EditKeyDialog apiKey={apiKey} onClose={onClose} />
    case 'rotate':
      return <RotateKeyDialog apiKey={apiKey} version={version} onClose={onClose} />
    case 'revoke':
      return <RevokeKeyDialog apiKey={apiKey} onClose={onClose} />
  }
}

interface RevokeKeyDialogProps {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

// Confirms and revokes a key.
function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke {name}', { name: apiKey.name })}
      verb={t('Revoke key')}
      typedName={apiKey.name}
      mutation={RevokeApiKeyDocument}
      variables={{ keyId: apiKey.id }}
      onClose={onClose}
    >
      <Text size="sm">{describeUse(apiKey)}</Text>
      <Text size="sm" mt="sm">
        {t(
          'Its next request is rejected, and all access that clients gave it ends. They have to connect to another key. This cannot be undone.',
        )}
      </Text>
    </ConfirmDialog>
  )
}

function describeUse({ clientCount, lastWeek: { total } }: ShownKey): string {
  if (clientCount === 0 && total === 0)
    return t('No client has given this key access, and it made no requests in the last 7 days.')
  const clients = t('{clientCount, plural, one {# client} other {# clients}}', { clientCount })
  const requests = t('{total, plural, one {# request} other {# requests}}', { total })
  return t('The key reads the portfolios of {clients} and made {requests} in the last 7 days.', {
    clients,
    requests,
  })
}
