import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { PortalError } from '../data/error.ts'
import { helpAddress } from '../words/errors/error-texts.ts'
import { CopyId } from './copy-id.tsx'
import { SupportLink } from './support-link.tsx'

interface Props {
  readonly error: PortalError
  readonly title?: string
  readonly onRetry?: () => void
}

/** An error with its request id, a link to its explanation and, if `onRetry` is given, a retry button. Read out when it appears. */
export function ErrorNotice({ error, title = 'Something went wrong', onRetry }: Props) {
  const help = helpAddress(error.code)
  return (
    <Alert color="red" title={title} role="alert" maw={640}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {error.requestId && (
          <Text size="xs">
            Request <CopyId id={error.requestId} of="the request" />
          </Text>
        )}
        {error.asksSupport && <SupportLink />}
        {help && (
          <Anchor size="xs" href={help} target="_blank">
            About this error
          </Anchor>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
