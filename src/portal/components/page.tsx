import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: ReactNode
  /** At the right of the title: the page's main action. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A page inside the shell: names the tab, moves the focus to its heading when it opens. */
export function Page({ title, description, action, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Orangery`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 20rem" miw={0}>
          <Title order={1} ref={heading} tabIndex={-1} size="h2">
            {title}
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
