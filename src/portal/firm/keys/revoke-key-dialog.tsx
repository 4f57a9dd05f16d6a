import { Text } from '@mantine/core'
import { RevokeApiKeyDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Confirms and revokes a key. */
export function RevokeKeyDialog({ apiKey, onClose }: Props) {
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
