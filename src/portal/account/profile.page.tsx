import { Anchor, Group, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isOnlyClient, type Person, usePerson } from '../data/session/person.ts'
import { t } from '../i18n/text.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { Section } from '../ui/section.tsx'
import { SupportLink } from '../ui/support-link.tsx'
import { ROLES } from '../words/roles.ts'

/** The user's details and firms. */
export default function ProfilePage() {
  const person = usePerson()
  return (
    <PortalPage
      title={t('Profile')}
      description={t('Your details. Ask your administrator to change them.')}
    >
      <Section title={t('Account')}>
        <Stack component="dl" gap="sm" m={0}>
          <Entry name={t('Name')}>{person.name}</Entry>
          <Entry name={t('Email')}>{person.email}</Entry>
          <Entry name={t('User ID')}>
            <CopyId id={person.id} of={t('your user')} />
          </Entry>
          <Entry name={t('Portfolio')}>{portfolioOf(person)}</Entry>
        </Stack>
        <SupportLink />
      </Section>
      {person.memberships.length > 0 && (
        <Section title={t('Your firms')}>
          <List listStyleType="none" spacing="xs">
            {person.memberships.map(({ firm, role }) => (
              <List.Item key={firm.id}>
                <Anchor component={Link} href={`/firms/${firm.id}`}>
                  {firm.name}
                </Anchor>{' '}
                <Text span size="sm" c="dimmed">
                  {ROLES[role].label}
                </Text>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      {isOnlyClient(person) && <ForPrograms />}
    </PortalPage>
  )
}

const PAGES = [
  ['/account/tokens', t('Access tokens'), t('Let a program of yours use your account.')],
  ['/account/plants', t('Plants'), t('Records that your programs keep.')],
  ['/explore', t('Explore'), t('Run GraphQL queries as yourself.')],
] as const

/** A member of a firm has these pages in the menu. Only some clients want them. */
function ForPrograms() {
  return (
    <Section
      title={t('For programs')}
      description={t('You need these only if you write programs.')}
    >
      <List listStyleType="none" spacing="xs">
        {PAGES.map(([path, name, description]) => (
          <List.Item key={path}>
            <Anchor component={Link} href={path}>
              {name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap="md" align="baseline" wrap="nowrap">
      <Text component="dt" c="dimmed" size="sm" w={80} flex="none">
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}

function portfolioOf({ hasPortfolio, environment }: Person): ReactNode {
  if (!hasPortfolio) return t('None')
  return (
    <Anchor component={Link} href="/portfolio" inherit>
      {environment === 'sandbox' ? t('Your portfolio, for tests') : t('Your portfolio')}
    </Anchor>
  )
}
