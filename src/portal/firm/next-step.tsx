import { Anchor, List, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Section } from '../components/section.tsx'
import type { ShownFirm } from './figures.tsx'

/** The way from nothing to the first read, until it is walked. */
export function NextStep({ firm }: { firm: ShownFirm }) {
  const [newest] = firm.apiKeys.nodes
  const keys = `/firms/${firm.id}/service-api`
  const newestPath = newest ? `${keys}/${newest.id}` : keys
  const steps = [
    {
      done: firm.apiKeys.totalCount > 0,
      path: keys,
      verb: 'Create an API key',
      text: 'with the scopes that your systems need',
    },
    {
      done: firm.clientCount > 0,
      path: newestPath,
      verb: 'Send a connection link',
      text: 'from the key’s page; a client approves it',
    },
    {
      done: firm.usage.total > 0,
      path: newestPath,
      verb: 'Read data',
      text: 'that clients have approved, over REST or GraphQL',
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  if (next === -1) return null
  return (
    <Section title="Next steps">
      <List component="ol" listStyleType="none" spacing="sm" center>
        {steps.map(({ done, path, verb, text }, place) => (
          <List.Item key={verb} icon={<Mark done={done}>{place + 1}</Mark>}>
            {place === next ? (
              <Anchor component={Link} href={path} fw={500}>
                {verb}
              </Anchor>
            ) : (
              <Text span c={done ? 'dimmed' : undefined}>
                {verb}
              </Text>
            )}{' '}
            <Text span size="sm" c="dimmed">
              {done ? '(done)' : text}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

function Mark({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <ThemeIcon size={24} radius="xl" variant={done ? 'light' : 'default'} aria-hidden>
      <Text span size="xs">
        {done ? '✓' : children}
      </Text>
    </ThemeIcon>
  )
}
