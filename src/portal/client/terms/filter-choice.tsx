import { Checkbox, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { useQuery } from '../../data/use-query.ts'
import { GroupChoicesDocument, type GroupChoicesQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/page-parts.tsx'
import { FILTER_TYPES, type FilterValue, isFilterType } from '../../words/asset-filter.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'
import { ItemPicker, type PickerProps } from './item-picker.tsx'
import { Missing } from './missing.tsx'
import { type FilterChoice as Choice, findMissing, type ValuedType } from './terms.ts'
import classes from './terms-editor.module.css'

interface Props {
  readonly choice: Choice
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

const TYPES = Object.keys(FILTER_TYPES).filter(isFilterType)

/** Chooses the filter: its type, and under the chosen type its values. */
export function FilterChoice({ choice, strict, onChange }: Props) {
  const missing = strict ? findMissing(choice) : null
  const type = choice.type === 'all' ? null : choice.type
  const Picker = type && PICKERS[type]
  const choose = (value: string) => {
    if (isFilterType(value)) onChange({ ...choice, type: value })
  }
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('Which assets')}
        classNames={{ label: classes.hidden }}
        value={choice.type}
        onChange={choose}
      >
        <SimpleGrid cols={2} spacing="sm">
          {TYPES.map((each) => (
            <Radio key={each} value={each} label={FILTER_TYPES[each]} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {Picker && (
        <Picker
          chosen={choice[type]}
          onChange={(chosen) => onChange({ ...choice, [type]: chosen })}
        />
      )}
      {missing !== null && <Missing>{missing}</Missing>}
    </Stack>
  )
}

const PICKERS: Readonly<Record<ValuedType, ComponentType<PickerProps>>> = {
  category: CategoryPicker,
  items: ItemPicker,
  collection: CollectionPicker,
}

// Chooses among the categories in which the user has assets, and those chosen before.
function CategoryPicker({ chosen, onChange }: PickerProps) {
  const choices = useQuery(GroupChoicesDocument, {})
  const toggle = (value: FilterValue, checked: boolean) =>
    onChange([...chosen.filter(({ id }) => id !== value.id), ...(checked ? [value] : [])])
  return (
    <QueryView of={choices} rows={5} height={24}>
      {({ grantChoices: { categories } }) => (
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing="sm"
          role="group"
          aria-label={t('Categories')}
        >
          {countsOf(categories, chosen).map(([id, count]) => (
            <Checkbox
              key={id}
              label={`${formatCategory(id)} (${formatNumber(count)})`}
              checked={chosen.some((each) => each.id === id)}
              onChange={({ currentTarget: { checked } }) =>
                toggle({ id, label: formatCategory(id) }, checked)
              }
            />
          ))}
        </SimpleGrid>
      )}
    </QueryView>
  )
}

// A chosen category that has no assets any more can still be removed.
function countsOf(
  known: GroupChoicesQuery['grantChoices']['categories'],
  chosen: readonly FilterValue[],
) {
  const counts = new Map<string, number>(known.map((each) => [each.category, each.assetCount]))
  for (const { id } of chosen) if (!counts.has(id)) counts.set(id, 0)
  return [...counts]
}

// Chooses one of the user's collections.
function CollectionPicker({ chosen, onChange }: PickerProps) {
  const choices = useQuery(GroupChoicesDocument, {})
  return (
    <QueryView of={choices} rows={1} height={60}>
      {({ grantChoices: { collections } }) =>
        collections.length === 0 ? (
          <Text size="sm">{t('You have no collections.')}</Text>
        ) : (
          <Select
            label={t('Collection')}
            placeholder={t('Type to search')}
            searchable
            nothingFoundMessage={t('No matching collection')}
            data={collections.map(({ id, label, assetCount }) => ({
              value: id,
              label: `${label} (${t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })})`,
            }))}
            value={chosen[0]?.id ?? null}
            onChange={(value) => onChange(collections.filter(({ id }) => id === value))}
          />
        )
      }
    </QueryView>
  )
}
