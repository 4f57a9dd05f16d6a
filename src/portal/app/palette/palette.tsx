import { Combobox, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { keepTexts } from '../../ui/list-search/search-text.ts'
import type { NavigationGroup } from '../layout/navigation.ts'
import { type Entry, type EntryGroup, useFind } from './find.ts'

interface Props {
  readonly pages: readonly NavigationGroup[]
  readonly firmId: string | null
  readonly onClose: () => void
}

/** One field that leads to each page of the sidebar and to the records that its text finds. */
export default function Palette({ pages, firmId, onClose }: Props) {
  const { isStaff } = usePerson()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { groups: found, isSearching, error } = useFind(text, firmId)
  const groups = [pagesNamed(pages, text), ...found].filter(({ entries }) => entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const list = useList(entries, ({ to, search = {} }) => {
    if (typeof to !== 'string') return to()
    onClose()
    navigate(to, { state: keepTexts(search) })
  })
  return (
    <Dialog title={t('Search')} size="lg" centered={false} yOffset="10vh" onClose={onClose}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={isStaff ? t('A page, a person or a firm') : t('A page, a client or a key')}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            list.reset()
          }}
          {...list.field}
        />
        <Text size="sm" c="dimmed" role="status">
          {isSearching
            ? t('Searching…')
            : t('{count, plural, one {# result} other {# results}}', { count: entries.length })}
        </Text>
        {error && <ErrorNotice error={error} />}
        {entries.length > 0 && <List groups={groups} of={list} />}
      </Stack>
    </Dialog>
  )
}

function pagesNamed(pages: readonly NavigationGroup[], text: string): EntryGroup {
  const isNamed = ({ name }: Entry) => name.toLowerCase().includes(text.toLowerCase())
  return { label: t('Pages'), entries: pagesOf(pages).filter(isNamed) }
}

function pagesOf(pages: readonly NavigationGroup[]): Entry[] {
  return pages.flatMap(({ links, groups = [] }) => [
    ...links.map(({ label, path }) => ({ name: label, to: path })),
    ...pagesOf(groups),
  ])
}

type ListState = ReturnType<typeof useList>

// The focus stays in the field: arrows choose an entry, and Enter opens it.
function useList(entries: readonly Entry[], open: (entry: Entry) => void) {
  const id = useId()
  const [active, setActive] = useState(0)
  const idOf = (place: number) => `${id}-${place}`
  const openAt = (place: number) => {
    const entry = entries[place]
    setActive(0)
    if (entry) open(entry)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step) setActive((active + step + entries.length) % Math.max(1, entries.length))
    else openAt(active)
  }
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const isOpen = entries.length > 0
  const field = {
    onKeyDown,
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': idOf(active) }),
  } as const
  return { id, active, idOf, openAt, field, reset: () => setActive(0) }
}

function List({ groups, of }: { groups: readonly EntryGroup[]; of: ListState }) {
  const { id, active, idOf, openAt } = of
  const entries = groups.flatMap((group) => group.entries)
  return (
    <Combobox store={useCombobox()} onOptionSubmit={(place) => openAt(Number(place))}>
      <Combobox.Options id={id} aria-label={t('Results')} mah="50vh" style={SCROLLING}>
        {groups.map(({ label, entries: inGroup }) => (
          <Combobox.Group key={label} label={label}>
            {inGroup.map((entry) => {
              const place = entries.indexOf(entry)
              const isActive = place === active
              return (
                <Combobox.Option
                  key={place}
                  id={idOf(place)}
                  value={String(place)}
                  selected={isActive}
                  aria-selected={isActive}
                >
                  <bdi>{entry.name}</bdi>
                  {entry.detail && (
                    <Text span size="xs" ms="sm">
                      {' '}
                      <bdi>{entry.detail}</bdi>
                    </Text>
                  )}
                </Combobox.Option>
              )
            })}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

const SCROLLING = { overflowY: 'auto' } as const
