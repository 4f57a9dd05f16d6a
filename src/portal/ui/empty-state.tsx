import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** The entries that the list would have, and the way to get some. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
