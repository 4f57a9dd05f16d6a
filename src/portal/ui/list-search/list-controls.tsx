import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { INPUT_DELAY_MS } from '../input-delay.ts'
import { EmptyState } from '../page.tsx'
import { ListChoices } from './list-choices.tsx'
import type { Choice, ListSearch } from './use-list-search.ts'

// A list this short is read faster than it is searched.
const FEW = 5

interface Props {
  readonly of: ListSearch
  /** The label of the search field, such as "Search by name or ID". */
  readonly label: string
  readonly choices: readonly Choice[]
  /** How many entries the list has now; undefined while it is loading, and of a list that is not counted. */
  readonly count?: number | undefined
  /** How many entries of a list that is not counted are shown. Such a list always has its controls. */
  readonly shown?: number
}

/** The search, the filters and the order of a list, and how many entries it has. Not for a short list. */
export function ListControls({ of, label, choices, count, shown }: Props) {
  const [isLong, setIsLong] = useState(of.isNarrowed)
  // Once shown they stay: a person who clears the text goes on typing.
  const isShown = isLong || of.isNarrowed || shown !== undefined || (count ?? 0) > FEW
  if (isShown && !isLong) setIsLong(true)
  if (!isShown) return null
  return (
    <Stack gap="xs" component="search" aria-label={label}>
      <Group align="flex-end" gap="sm">
        <SearchField label={label} text={of.text} onSearch={of.search} field={of.field} />
        <ListChoices of={of} choices={choices} />
      </Group>
      <Text size="sm" role="status" className="digits">
        {count !== undefined && t('{count} found', { count: formatNumber(count) })}
        {shown !== undefined && t('{shown} shown', { shown: formatNumber(shown) })}
      </Text>
    </Stack>
  )
}

/** Shown where a search or a filter leaves nothing of a list. */
export function NothingMatches({ of }: { of: ListSearch }) {
  return (
    <EmptyState
      title={t('Nothing matches')}
      action={
        <Button variant="default" onClick={of.clear}>
          {t('Clear search and filters')}
        </Button>
      }
    >
      {t('Check the spelling, search for a shorter part, or choose fewer filters.')}
    </EmptyState>
  )
}

interface SearchFieldProps {
  readonly label: string
  /** The text that is searched for now. */
  readonly text: string
  readonly onSearch: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
}

// Searches while the person types, a moment after the last character.
function SearchField({ label, text, onSearch, field }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), INPUT_DELAY_MS)
  // Back or a button changed the text. A space at its end that is being typed stays.
  if (shown !== text) {
    setShown(text)
    if (typed.trim() !== text) setTyped(text)
  }
  return (
    <TextInput
      ref={field}
      type="search"
      label={label}
      flex="2 1 16rem"
      maxLength={100}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value)
      }}
    />
  )
}
