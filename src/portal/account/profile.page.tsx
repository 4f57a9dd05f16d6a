import { Anchor, Group, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Person, usePerson } from '../data/session/person.ts'
import { EnvironmentBadge } from '../domain/badges.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { Section } from '../ui/section.tsx'

const ROLES = { admin: 'Admin', member: 'Member' } as const

/** The user's details and firms. */
export default function ProfilePage() {
  const person = usePerson()
  return (
    <PortalPage title="Profile" description="Your details. Ask your administrator to change them.">
      <Section title="Account">
        <Stack component="dl" gap="sm" m={0}>
          <Entry name="Name">{person.name}</Entry>
          <Entry name="Email">{person.email}</Entry>
          <Entry name="User ID">
            <CopyId id={person.id} of="your user" />
          </Entry>
          <Entry name="Portfolio">{portfolioOf(person)}</Entry>
        </Stack>
      </Section>
      {person.memberships.length > 0 && (
        <Section title="Your firms">
          <List listStyleType="none" spacing="xs">
            {person.memberships.map(({ firm, role }) => (
              <List.Item key={firm.id}>
                <Anchor component={Link} href={`/firms/${firm.id}`}>
                  {firm.name}
                </Anchor>{' '}
                <Text span size="sm" c="dimmed">
                  {ROLES[role]}
                </Text>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
    </PortalPage>
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
  if (!hasPortfolio || !environment) return 'None'
  return <EnvironmentBadge environment={environment} />
}
