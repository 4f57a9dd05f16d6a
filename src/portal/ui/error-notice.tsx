import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { PortalError } from '../data/error.ts'
import { rich, t } from '../i18n/text.ts'
import { helpAddress } from '../words/errors/error-texts.ts'
import { CopyId } from './copy-id.tsx'
import { SupportLink } from './support-link.tsx'

interface Props {
  readonly error: PortalError
  readonly title?: string
  readonly onRetry?: () => void
}

/**
 * An error with its request id, a link to its explanation and, if `onRetry` is given, a retry button, but for a refusal
 * that no repetition changes. Read out when it appears.
 */
export function ErrorNotice({ error, title = t('Something went wrong'), onRetry }: Props) {
  const help = helpAddress(error.code)
  return (
    <Alert color="red" title={title} role="alert" maw={640}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {error.requestId && (
          <Text size="xs">
            {rich('Request {copyid}', {
              copyid: <CopyId id={error.requestId} of={t('the request')} />,
            })}
          </Text>
        )}
        {error.asksSupport && <SupportLink />}
        {help && (
          <Anchor size="xs" href={help} target="_blank">
            {t('About this error (opens in a new tab)')}
          </Anchor>
        )}
        {onRetry && error.code !== 'caller_not_allowed' && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('Try again')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
