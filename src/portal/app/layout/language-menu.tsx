import { Box, Menu } from '@mantine/core'
import { isLanguage, LANGUAGES } from '../../../values/languages.ts'
import { chooseLanguage, LANGUAGE } from '../../i18n/language.ts'
import { t } from '../../i18n/text.ts'

/** Menu items that choose the language. Each has its own name for itself. */
export function LanguageItems() {
  const choose = (value: string) => {
    if (isLanguage(value) && value !== LANGUAGE) chooseLanguage(value)
  }
  return (
    <Box role="group" aria-label={t('Language')}>
      <Menu.Label aria-hidden>{t('Language')}</Menu.Label>
      <Menu.RadioGroup value={LANGUAGE} onChange={choose}>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <Menu.RadioItem key={language} value={language} lang={language}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Box>
  )
}
