import { Anchor, Group } from '@mantine/core'
import { isLanguage, LANGUAGES } from '../../values/languages.ts'
import { chooseLanguage, LANGUAGE } from '../i18n/language.ts'
import { t } from '../i18n/text.ts'

/** The other languages of the portal, for pages that have no menu. */
export function LanguageChoice() {
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
