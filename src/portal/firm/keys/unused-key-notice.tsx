import { Alert, Button, Stack, Text } from '@mantine/core'
import { serverNow } from '../../data/server-clock.ts'
import { managementOf } from '../../domain/firms/key-management.ts'
import { t } from '../../i18n/text.ts'
import { isUnused } from './is-unused.ts'
import type { KeyAction } from './key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onOpen: (action: KeyAction) => void
}

/** Offers another secret of a key that was never used, for those who have lost the first one. */
export function UnusedKeyNotice({ apiKey, onOpen }: Props) {
  const { state, firm, environment } = apiKey
  const canRotate = state === 'active' && managementOf(firm, environment) === 'allowed'
  if (!canRotate || !isUnused(apiKey, serverNow())) return null
  return (
    <Alert color="leaf" title={t('This key has not been used yet')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'Its secret was shown once. If nobody saved it, get a new one: nothing depends on the old secret yet. A request is counted a few seconds after it was answered.',
          )}
        </Text>
        <Button size="xs" variant="default" onClick={() => onOpen('rotate')}>
          {t('Get a new secret')}
        </Button>
      </Stack>
    </Alert>
  )
}
