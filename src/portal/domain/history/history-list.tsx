import { Group, Stack, Text, Timeline } from '@mantine/core'
import type { HistoryEventFragment } from '../../generated/graphql.ts'
import { ENTRY } from '../../ui/entry.ts'
import { To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { formatAction, formatActor, personLabel } from './actions.ts'
import { formatChanges } from './format-change.ts'

/** An event of the audit history. */
export type Event = HistoryEventFragment

export interface ListProps {
  readonly events: readonly Event[]
  /** The path of the page of what the event is about, if it has one. */
  readonly pathOf?: (event: Event) => string | null
  /** False where all events are about the person who reads them. */
  readonly withPerson?: boolean
}

/** Events with their actor, time and changes, newest first. */
export function HistoryList({ events, pathOf = () => null, withPerson = true }: ListProps) {
  return (
    <Timeline component="ol" m={0} ps={6} bulletSize={12} lineWidth={1} active={-1} style={PLAIN}>
      {events.map((event) => (
        <Timeline.Item
          key={event.id}
          component="li"
          {...ENTRY}
          title={<Heading event={event} pathOf={pathOf} />}
        >
          <Text size="sm" c="dimmed">
            {formatActor(event.actor)} · <Instant at={event.at} />
          </Text>
          <Changes of={event} withPerson={withPerson} />
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

const PLAIN = { listStyle: 'none' }

function Heading({ event, pathOf }: { event: Event; pathOf: (event: Event) => string | null }) {
  const path = pathOf(event)
  if (path === null) return formatAction(event.action)
  return (
    <To href={path} fw={500}>
      {formatAction(event.action)}
    </To>
  )
}

function Changes({ of, withPerson }: { of: Event; withPerson: boolean }) {
  const { action, personName, changes } = of
  const isNamed = withPerson && personName !== null
  const person = isNamed ? [[personLabel(action), personName] as const] : []
  const shown = [...person, ...formatChanges(changes)]
  if (shown.length === 0) return null
  return (
    <Stack component="dl" gap={2} mt={4} mb={0}>
      {shown.map(([name, value]) => (
        <Group key={name} gap={6} align="baseline" wrap="nowrap">
          <Text component="dt" size="xs" c="dimmed" flex="0 0 auto">
            {name}
          </Text>
          <Text component="dd" size="xs" m={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
