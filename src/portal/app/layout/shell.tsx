import { AppShell, Burger, Group, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import { Brand } from '../../ui/brand.tsx'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { FirmSwitcher } from './firm-switcher.tsx'
import { navigationOf } from './navigation.ts'
import { useOpenFirm } from './open-firm.ts'
import { PersonMenu } from './person-menu.tsx'
import { ReloadedNotice } from './reloaded-notice.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useEscape } from './use-escape.ts'
import { useRefresh } from './use-refresh.ts'
import { useScrollToTop } from './use-scroll-to-top.ts'

/**
 * The frame of every page after sign-in: header, sidebar and content. On a phone the sidebar is a menu
 * over the content. It closes with Escape, and when the focus goes to the content below it.
 */
export function Shell({ children }: { children: ReactNode }) {
  const person = usePerson()
  const firmId = useOpenFirm()
  const [open, { toggle, close }] = useDisclosure()
  const burger = useRef<HTMLButtonElement>(null)
  useEscape(open, () => {
    close()
    burger.current?.focus()
  })
  useScrollToTop()
  useRefresh()
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 264, breakpoint: 'sm', collapsed: { mobile: !open } }}
      transitionDuration={0}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#page">
        {t('Skip to content')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={open ? t('Close the menu') : t('Open the menu')}
              aria-expanded={open}
            />
            <Brand />
          </Group>
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('Main')} className={open ? undefined : classes.closed}>
        <AppShell.Section grow component={ScrollArea} p="sm">
          <FirmSwitcher firmId={firmId} onNavigate={close} />
          <Sidebar groups={navigationOf(person, firmId)} onNavigate={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} maw={1360} onFocus={close}>
        <ReloadedNotice name={person.name} />
        {children}
      </AppShell.Main>
      <ConfirmIdentity />
      <SignInAgain />
    </AppShell>
  )
}
