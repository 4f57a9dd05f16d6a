import { Text } from '@mantine/core'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { RevokeApiKeyDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'
import { numberInWords } from '../words.ts'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Ends a key for good, after saying what that breaks. */
export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const revoke = useAction(RevokeApiKeyDocument)
  const confirm = async () => {
    if (await revoke.run({ keyId: apiKey.id })) onClose()
  }
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      verb="Revoke key"
      typedName={apiKey.name}
      busy={revoke.busy}
      fault={revoke.fault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{whatBreaks(apiKey)}</Text>
      <Text size="sm" mt="sm">
        Its next request is rejected, and all access that clients gave it ends. They have to connect
        to another key. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}

function whatBreaks({ clientCount, lastWeek: { total } }: ShownKey): string {
  if (clientCount === 0 && total === 0)
    return 'No client has given this key access, and it made no requests in the last 7 days.'
  const clients = clientCount === 1 ? 'one client' : `${numberInWords(clientCount)} clients`
  const requests = total === 1 ? 'one request' : `${numberInWords(total)} requests`
  return `The key reads the portfolios of ${clients} and made ${requests} in the last 7 days.`
}
