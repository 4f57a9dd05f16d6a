import { Radio, Stack } from '@mantine/core'
import { useId } from 'react'
import { FILTER_TYPES, isFilterType } from '../labels/asset-filter.ts'
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
        aria-label="Which assets"
        aria-describedby={missing === null ? undefined : error}
        value={choice.type}
        onChange={choose}
      >
        <Stack gap="md">
          {TYPES.map((type) => (
            <Stack key={type} gap="md">
              <Radio value={type} {...FILTER_TYPES[type]} />
              {type === choice.type && type !== 'all' && (
                <div className={classes.nested}>
                  <Picker choice={choice} onChange={onChange} />
                </div>
              )}
            </Stack>
          ))}
        </Stack>
      </Radio.Group>
      {missing !== null && <Missing id={error}>{missing}</Missing>}
    </Stack>
  )
}

function Picker({ choice, onChange }: Pick<Props, 'choice' | 'onChange'>) {
  const { type, categories, items, collectionId } = choice
  if (type === 'category')
    return (
      <CategoryPicker
        chosen={categories}
        onChange={(next) => onChange({ ...choice, categories: next })}
      />
    )
  if (type === 'items')
    return <ItemPicker chosen={items} onChange={(next) => onChange({ ...choice, items: next })} />
  if (type === 'collection')
    return (
      <CollectionPicker
        chosen={collectionId}
        onChange={(next) => onChange({ ...choice, collectionId: next })}
      />
    )
  return null
}
