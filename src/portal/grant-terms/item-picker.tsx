import { Checkbox, Group, Paper, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { ErrorNotice } from '../components/error-notice.tsx'
import { faultOf } from '../fault.ts'
import { AssetChoicesDocument } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'
import { CATEGORIES } from './categories.ts'
import type { Named } from './terms.ts'

interface Props {
  readonly chosen: readonly Named[]
  readonly onChange: (chosen: readonly Named[]) => void
}

interface Row extends Named {
  /** What tells it from others of the same title. */
  readonly beside: string
}

const PAUSE_MS = 250
const MOST_SHOWN = 50
const HEIGHT = 264

/** Single assets, found by title or registry id. The list keeps its height whatever is found. */
export function ItemPicker({ chosen, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [chosenOnly, setChosenOnly] = useState(false)
  const found = useFound(search, chosenOnly)
  const rows = chosenOnly ? chosen.map((each) => ({ ...each, beside: each.id })) : found.rows
  const toggle = ({ id, label }: Named, checked: boolean) =>
    onChange([...chosen.filter((each) => each.id !== id), ...(checked ? [{ id, label }] : [])])
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label="Search your assets"
        description="By title or registry id"
        maxLength={200}
        value={search}
        disabled={chosenOnly}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite" className="digits">
          {numberInWords(chosen.length)} selected
        </Text>
        <Switch
          size="sm"
          label="Only selected"
          checked={chosenOnly}
          onChange={({ currentTarget }) => setChosenOnly(currentTarget.checked)}
        />
      </Group>
      {found.error && <ErrorNotice fault={faultOf(found.error)} />}
      <Paper withBorder h={HEIGHT} p="sm" style={{ overflowY: 'auto' }} aria-busy={found.busy}>
        <Rows rows={rows} chosen={chosen} onToggle={toggle} busy={found.busy} />
      </Paper>
      <Text size="xs" c="dimmed">
        Shows up to {numberInWords(MOST_SHOWN)} assets. Search to find others.
      </Text>
    </Stack>
  )
}

function useFound(search: string, pause: boolean) {
  const [asked] = useDebouncedValue(search.trim(), PAUSE_MS)
  const [{ data, error, fetching }] = useQuery({
    query: AssetChoicesDocument,
    variables: { search: asked },
    pause,
  })
  const assets = data?.grantChoices.assets ?? []
  const rows: Row[] = assets.map(({ registryId, title, category }) => ({
    id: registryId,
    label: title,
    beside: `${CATEGORIES[category]} · ${registryId}`,
  }))
  return { rows, error, busy: !data && fetching }
}

interface RowsProps {
  readonly rows: readonly Row[]
  readonly chosen: readonly Named[]
  readonly busy: boolean
  readonly onToggle: (row: Row, checked: boolean) => void
}

function Rows({ rows, chosen, busy, onToggle }: RowsProps) {
  const ids = new Set(chosen.map(({ id }) => id))
  if (rows.length === 0) return <Text size="sm">{busy ? 'Searching…' : 'No assets found.'}</Text>
  return (
    <Stack gap="sm" role="group" aria-label="Assets">
      {rows.map((row) => (
        <Checkbox
          key={row.id}
          label={row.label}
          description={row.beside}
          checked={ids.has(row.id)}
          onChange={({ currentTarget }) => onToggle(row, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
