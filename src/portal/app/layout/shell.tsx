import { Alert, AppShell, Badge, Burger, Group, ScrollArea } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { useEnvironment } from '../../data/environment.ts'
import { wasReloaded } from '../../data/session/page-session.ts'
import { isOnlyClient, usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import { Brand } from '../../ui/brand.tsx'
import { Notices } from '../../ui/notices.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { navigationOf } from './navigation.ts'
import { useOpenFirm } from './open-firm.ts'
import { PersonMenu } from './person-menu.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/**
 * The frame of every page after sign-in: header, sidebar and content. On a phone the sidebar is a menu
 * over the content. It closes with Escape, and when the focus goes to the content below it.
 */
export function Shell({ children }: { children: ReactNode }) {
  const person = usePerson()
  const firmId = useOpenFirm()
  const isTest = useEnvironment() === 'sandbox' && firmId !== null
  const groups = navigationOf(person, firmId)
  const [open, { toggle, close }] = useDisclosure()
  const burger = useRef<HTMLButtonElement>(null)
  useWindowEvent('keydown', ({ key }) => {
    if (!open || key !== 'Escape') return
    close()
    burger.current?.focus()
  })
  // The router emits this event on every forward navigation. Going back restores the earlier position.
  useWindowEvent('pushState', () => window.scrollTo(0, 0))
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
            {isTest && <Badge color="fruit">{t('Test data')}</Badge>}
          </Group>
          <Group gap="sm" wrap="nowrap">
            {!isOnlyClient(person) && <PaletteButton pages={groups} firmId={firmId} />}
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('Main')} className={open ? undefined : classes.closed}>
        <AppShell.Section grow component={ScrollArea} scrollbars="y" p="sm">
          <Sidebar groups={groups} firmId={firmId} onNavigate={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} maw={1360} onFocus={close}>
        <ReloadedNotice name={person.name} />
        <Notices />
        {children}
      </AppShell.Main>
      <ConfirmIdentity />
      <SignInAgain />
    </AppShell>
  )
}

// Says why the page was loaded again: another session began in this browser.
function ReloadedNotice({ name }: { readonly name: string }) {
  const [isShown, setShown] = useState(wasReloaded)
  if (!isShown) return null
  return (
    <Alert
      color="fruit"
      mb="lg"
      maw={640}
      role="alert"
      title={t('This page was loaded again')}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={() => setShown(false)}
    >
      {t(
        'Somebody signed in in another tab of this browser. You are now signed in as {name}. Nothing was changed.',
        { name },
      )}
    </Alert>
  )
}
