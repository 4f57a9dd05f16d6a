import {
  Avatar,
  Box,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from 'wouter'
import { isLanguage, LANGUAGES } from '../../../values/languages.ts'
import { usePerson } from '../../data/session/person.ts'
import { chooseLanguage, LANGUAGE } from '../../i18n/language.ts'
import { t } from '../../i18n/text.ts'
import { SignOut } from '../../ui/sign-out.tsx'

/** The menu of the signed-in user: account, appearance, sign out. */
export function PersonMenu() {
  const { name, email } = usePerson()
  return (
    <SignOut>
      {(signOut) => (
        // In the header, which is a landmark. A placeholder for the first focus would not be an item of a menu.
        <Menu
          position="bottom-end"
          width={240}
          withinPortal={false}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <UnstyledButton>
              <VisuallyHidden>{t('Account of {name}', { name })}</VisuallyHidden>
              <Avatar name={name} color="leaf" variant="filled" size={36} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              <Text fw={600} size="sm" c="var(--mantine-color-text)">
                {name}
              </Text>
              {email}
            </Menu.Label>
            <Menu.Item component={Link} href="/account/profile">
              {t('Account settings')}
            </Menu.Item>
            <Menu.Divider />
            <ColorSchemeItems />
            <Menu.Divider />
            <LanguageItems />
            <Menu.Divider />
            <Menu.Item onClick={signOut}>{t('Sign out')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </SignOut>
  )
}

const CHOICES: readonly [MantineColorScheme, string][] = [
  ['light', t('Light')],
  ['dark', t('Dark')],
  ['auto', t('System')],
]

function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const chosen = CHOICES.find(([scheme]) => scheme === value)
    if (chosen) setColorScheme(chosen[0])
  }
  return (
    <Box role="group" aria-label={t('Appearance')}>
      <Menu.Label aria-hidden>{t('Appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={choose}>
        {CHOICES.map(([scheme, label]) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Box>
  )
}

// Each language has its own name for itself.
function LanguageItems() {
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
