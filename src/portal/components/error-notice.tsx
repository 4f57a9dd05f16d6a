import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import type { Fault } from '../fault.ts'

interface Props {
  readonly fault: Fault
  readonly title?: string
  readonly onRetry?: () => void
}

/** What went wrong, the request id to quote, and a way to try again. Read out when it appears. */
export function ErrorNotice({ fault, title = 'Something went wrong', onRetry }: Props) {
  return (
    <Alert color="red" title={title} role="alert" maw={640}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{fault.message}</Text>
        {fault.requestId && (
          <Text size="xs">
            Request <Code>{fault.requestId}</Code>
          </Text>
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
