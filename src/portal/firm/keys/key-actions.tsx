import { Button, Group } from '@mantine/core'
import { managementOf } from '../../domain/firms/key-management.ts'
import { t } from '../../i18n/text.ts'
import type { KeyAction } from './key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onOpen: (action: KeyAction) => void
}

/** The actions that the user may take on the key. Without an active plan, the only action is revoking. */
export function KeyActions({ apiKey: { firm, environment, state }, onOpen }: Props) {
  const management = managementOf(firm, environment)
  const planned = management === 'allowed'
  if (management === 'not_admin' || state === 'revoked') return null
  return (
    <Group gap="xs">
      {state === 'active' && (
        <Button variant="default" disabled={!planned} onClick={() => onOpen('rotate')}>
          {t('Rotate')}
        </Button>
      )}
      <Button variant="default" disabled={!planned} onClick={() => onOpen('edit')}>
        {t('Edit')}
      </Button>
      <Button variant="outline" color="red" onClick={() => onOpen('revoke')}>
        {t('Revoke')}
      </Button>
    </Group>
  )
}
