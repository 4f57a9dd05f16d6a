import { Radio, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AssetFilterType } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FILTER_TYPES, isFilterType } from '../../words/asset-filter.ts'
import { CategoryPicker } from './category-picker.tsx'
import { CollectionPicker } from './collection-picker.tsx'
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
