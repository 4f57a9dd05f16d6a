import { Checkbox, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from '../../data/use-query.ts'
import {
  type AssetFilterType,
  type Category,
  GroupChoicesDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/page-parts.tsx'
import { FILTER_TYPES, isFilterType } from '../../words/asset-filter.ts'
import { CATEGORIES } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'
import { ItemPicker } from './item-picker.tsx'
import { Missing } from './missing.tsx'
import { type FilterChoice as Choice, findMissing } from './terms.ts'
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
          {TYPES.map((type) => (
            <Radio key={type} value={type} label={FILTER_TYPES[type]} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {choice.type && PICKERS[choice.type]?.({ choice, onChange })}
      {missing !== null && <Missing>{missing}</Missing>}
    </Stack>
  )
}

type Picker = (props: Pick<Props, 'choice' | 'onChange'>) => ReactNode

/** The fields that choose the values of each type of filter. Null: the filter takes none. */
const PICKERS: Readonly<Record<AssetFilterType, Picker | null>> = {
  all: null,
  category: ({ choice, onChange }) => (
    <CategoryPicker
      chosen={choice.categories}
      onChange={(categories) => onChange({ ...choice, categories })}
    />
  ),
  items: ({ choice, onChange }) => (
    <ItemPicker chosen={choice.items} onChange={(items) => onChange({ ...choice, items })} />
  ),
  collection: ({ choice, onChange }) => (
    <CollectionPicker
      chosen={choice.collectionId}
      onChange={(collectionId) => onChange({ ...choice, collectionId })}
    />
  ),
}

interface CategoryPickerProps {
  readonly chosen: readonly Category[]
  readonly onChange: (chosen: readonly Category[]) => void
}

// Chooses among the categories in which the user has assets, and those chosen before.
function CategoryPicker({ chosen, onChange }: CategoryPickerProps) {
  const choices = useQuery(GroupChoicesDocument, {})
  const toggle = (category: Category, checked: boolean) =>
    onChange([...chosen.filter((each) => each !== category), ...(checked ? [category] : [])])
  return (
    <QueryView of={choices} rows={5} height={24}>
      {({ grantChoices: { categories } }) => (
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing="sm"
          role="group"
          aria-label={t('Categories')}
        >
          {withChosen(categories, chosen).map(({ category, assetCount }) => (
            <Checkbox
              key={category}
              label={`${CATEGORIES[category]} (${formatNumber(assetCount)})`}
              checked={chosen.includes(category)}
              onChange={({ currentTarget }) => toggle(category, currentTarget.checked)}
            />
          ))}
        </SimpleGrid>
      )}
    </QueryView>
  )
}

interface Counted {
  readonly category: Category
  readonly assetCount: number
}

// A chosen category that has no assets any more can still be removed.
function withChosen(known: readonly Counted[], chosen: readonly Category[]): readonly Counted[] {
  const empty = chosen.filter((category) => !known.some((each) => each.category === category))
  return [...known, ...empty.map((category) => ({ category, assetCount: 0 }))]
}

interface CollectionPickerProps {
  readonly chosen: string | null
  readonly onChange: (id: string | null) => void
}

// Chooses one of the user's collections.
function CollectionPicker({ chosen, onChange }: CollectionPickerProps) {
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
            data={collections.map(({ id, name, assetCount }) => ({
              value: id,
              label: `${name} (${t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })})`,
            }))}
            value={chosen}
            onChange={onChange}
          />
        )
      }
    </QueryView>
  )
}
