import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { isLanguage, LANGUAGES } from '../../values/languages.ts'
import { chooseLanguage, LANGUAGE } from '../i18n/language.ts'
import { t } from '../i18n/text.ts'
import { Brand } from './brand.tsx'

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

// The other languages of the portal, for pages that have no menu.
function LanguageChoice() {
  return (
    <Group role="group" aria-label={t('Language')} justify="center" gap="md">
      {Object.entries(LANGUAGES).map(
        ([language, name]) =>
          isLanguage(language) &&
          language !== LANGUAGE && (
            <Anchor
              key={language}
              component="button"
              type="button"
              size="sm"
              lang={language}
              onClick={() => chooseLanguage(language)}
            >
              {name}
            </Anchor>
          ),
      )}
    </Group>
  )
}
