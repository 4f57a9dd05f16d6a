import { Radio, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
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
  const error = useId()
  const missing = strict ? findMissing(choice) : null
  const choose = (value: string) => {
    if (isFilterType(value)) onChange({ ...choice, type: value })
  }
  return (
    <Stack gap="md">
      <Radio.Group
        aria-label={t('Which assets')}
        aria-describedby={missing === null ? undefined : error}
        value={choice.type}
        onChange={choose}
      >
        <Stack gap="md">
          {TYPES.map((type) => (
            <Stack key={type} gap="md">
              <Radio value={type} {...FILTER_TYPES[type]} />
              {type === choice.type && PICKERS[type] && (
                <div className={classes.nested}>{PICKERS[type]({ choice, onChange })}</div>
              )}
            </Stack>
          ))}
        </Stack>
      </Radio.Group>
      {missing !== null && <Missing id={error}>{missing}</Missing>}
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
