import { Center, Stack, Text } from '@mantine/core'
import { t } from '../i18n/text.ts'
import { Brand } from './brand.tsx'

/** Shown until the pages of a session are loaded. */
export function Loading() {
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="xs" aria-busy>
        <Brand />
        <Text component="h1" fw={400} fz="md" ff="text" m={0} c="dimmed">
          {t('Loading…')}
        </Text>
      </Stack>
    </Center>
  )
}
