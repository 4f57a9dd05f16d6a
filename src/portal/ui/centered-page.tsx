import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Brand } from './brand.tsx'
import { LanguageChoice } from './language-choice.tsx'

interface Props {
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

/** The frame of pages outside the shell, such as sign-in. */
export function CenteredPage({ title, description, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Orangery`
  }, [title])
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={420} gap="lg">
        <Brand />
        <Paper withBorder p={{ base: 'lg', sm: 'xl' }}>
          <Stack>
            <div>
              <Title order={1} size="h2">
                {title}
              </Title>
              {description && <Text c="dimmed">{description}</Text>}
            </div>
            {children}
          </Stack>
        </Paper>
        <LanguageChoice />
      </Stack>
    </Center>
  )
}
