import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { t } from '../../i18n/text.ts'
import { ListChoices } from '../../ui/list-search/list-choices.tsx'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { PERIOD } from './event-choices.ts'

interface Props {
  readonly of: ListSearch
  readonly label: string
  /** Null for a list whose events are all of one kind. */
  readonly kinds: Choice | null
}

/** The filters of a list of events. */
export function EventFilters({ of, label, kinds }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const clear = () => {
    of.clear()
    // The button goes away.
    group.current?.querySelector('select')?.focus()
  }
  return (
    <Group ref={group} role="group" aria-label={label} align="flex-end" gap="sm" maw={640}>
      <ListChoices of={of} choices={kinds ? [kinds, PERIOD] : [PERIOD]} />
      {of.isNarrowed && (
        <Button variant="default" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
    </Group>
  )
}

/** How many events the filters leave; nothing where there are none. Read out when it changes. */
export function EventCount({ of, count }: { of: ListSearch; count: number }) {
  if (!of.isNarrowed) return null
  return (
    <Text size="sm" role="status" className="digits">
      {count === 0
        ? t('No events match these filters.')
        : t('{count, plural, one {# event} other {# events}} found.', { count })}
    </Text>
  )
}
