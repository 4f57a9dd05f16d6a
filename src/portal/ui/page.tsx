import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The head of a page, and what it contains. */
export interface PageProps {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: ReactNode
  /** The page's main action, to the right of the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The frame of a portal page: sets the tab's title and moves the focus to the heading, or leaves it in a field of the page. */
export function PortalPage({ title, description, action, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Orangery`
  }, [title])
  useEffect(() => {
    if (document.activeElement?.matches('#page input')) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 20rem" miw={0}>
          <Title order={1} ref={heading} tabIndex={-1} size="h2">
            <bdi>{title}</bdi>
          </Title>
          {description && (
            <Text c="dimmed" maw={640} mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

interface EmptyProps {
  readonly title: string
  /** The entries that the list would have, and the way to get some. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action }: EmptyProps) {
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
