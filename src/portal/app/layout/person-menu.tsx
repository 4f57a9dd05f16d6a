import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import { SignOut } from '../../ui/sign-out.tsx'
import { ColorSchemeItems } from './color-scheme-menu.tsx'
import { LanguageItems } from './language-menu.tsx'

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
