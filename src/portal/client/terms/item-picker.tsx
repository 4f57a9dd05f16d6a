import { Checkbox, Group, NativeSelect, Paper, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from '../../data/use-query.ts'
import {
  AssetChoicesDocument,
  type Category,
  GroupChoicesDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { INPUT_DELAY_MS } from '../../ui/input-delay.ts'
import type { FilterValue } from '../../words/asset-filter.ts'
import { CATEGORIES, isCategory } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'

/** The values of a filter that are chosen. */
export interface PickerProps {
  readonly chosen: readonly FilterValue[]
  readonly onChange: (chosen: readonly FilterValue[]) => void
}

interface Row extends FilterValue {
  /** Tells it from other assets of the same title. */
  readonly description: string
}

const HEIGHT = 264

/** Chooses single assets, found by title, registry id and category. The list has a fixed height. */
export function ItemPicker({ chosen, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<Category | null>(null)
  const [chosenOnly, setChosenOnly] = useState(false)
  const found = useSearch(search, category, !chosenOnly)
  const rows = chosenOnly ? chosen.map((each) => ({ ...each, description: each.id })) : found.rows
  const toggle = ({ id, label }: FilterValue, checked: boolean) =>
    onChange([...chosen.filter((each) => each.id !== id), ...(checked ? [{ id, label }] : [])])
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <TextInput
          type="search"
          label={t('Search your assets')}
          description={t('By title or ID')}
          flex="2 1 14rem"
          maxLength={200}
          value={search}
          disabled={chosenOnly}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter would send the form around the field.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <CategorySelect chosen={category} disabled={chosenOnly} onChange={setCategory} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="sm" aria-live="polite" className="digits">
          {t('{count} selected', { count: formatNumber(chosen.length) })}
        </Text>
        <Switch
          size="sm"
          label={t('Only selected')}
          checked={chosenOnly}
          onChange={({ currentTarget }) => setChosenOnly(currentTarget.checked)}
        />
      </Group>
      {found.error && <ErrorNotice error={found.error} />}
      <Paper withBorder h={HEIGHT} p="sm" style={{ overflowY: 'auto' }} aria-busy={found.busy}>
        <Rows rows={rows} chosen={chosen} onToggle={toggle} busy={found.busy} />
      </Paper>
      <Dimmed size="xs">{t('Only the first matches are listed. Search to find others.')}</Dimmed>
    </Stack>
  )
}

interface CategorySelectProps {
  readonly chosen: Category | null
  readonly disabled: boolean
  readonly onChange: (category: Category | null) => void
}

function CategorySelect({ chosen, disabled, onChange }: CategorySelectProps) {
  const { data } = useQuery(GroupChoicesDocument, {})
  const options = (data?.grantChoices.categories ?? []).map(({ category, assetCount }) => ({
    value: category,
    label: `${CATEGORIES[category]} (${formatNumber(assetCount)})`,
  }))
  return (
    <NativeSelect
      label={t('Category')}
      flex="1 1 10rem"
      disabled={disabled}
      data={[{ value: '', label: t('All categories') }, ...options]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(isCategory(value) ? value : null)}
    />
  )
}

function useSearch(search: string, category: Category | null, enabled: boolean) {
  const [delayed] = useDebouncedValue(search.trim(), INPUT_DELAY_MS)
  const variables = { search: delayed, category }
  const { data, error, isLoading } = useQuery(AssetChoicesDocument, variables, { enabled })
  const assets = data?.grantChoices.assets ?? []
  const rows: Row[] = assets.map((asset) => ({
    ...asset,
    description: `${CATEGORIES[asset.category]} · ${asset.id}`,
  }))
  return { rows, error, busy: !data && isLoading }
}

interface RowsProps {
  readonly rows: readonly Row[]
  readonly chosen: readonly FilterValue[]
  readonly busy: boolean
  readonly onToggle: (row: Row, checked: boolean) => void
}

function Rows({ rows, chosen, busy, onToggle }: RowsProps) {
  const ids = new Set(chosen.map(({ id }) => id))
  if (rows.length === 0)
    return <Text size="sm">{busy ? t('Searching…') : t('No assets found.')}</Text>
  return (
    <Stack gap="sm" role="group" aria-label={t('Assets')}>
      {rows.map((row) => (
        <Checkbox
          key={row.id}
          label={row.label}
          description={row.description}
          checked={ids.has(row.id)}
          onChange={({ currentTarget }) => onToggle(row, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
