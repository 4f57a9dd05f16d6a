import { Radio, Stack } from '@mantine/core'
import { useId } from 'react'
import type { AssetFilterType } from '../generated/graphql.ts'
import { CategoryPicker } from './category-picker.tsx'
import { CollectionPicker } from './collection-picker.tsx'
import { ItemPicker } from './item-picker.tsx'
import { Missing } from './missing.tsx'
import { type FilterChoice as Choice, missingOf } from './terms.ts'
import classes from './terms-editor.module.css'

interface Props {
  readonly choice: Choice
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

const TYPES: readonly { type: AssetFilterType; label: string; description: string }[] = [
  { type: 'all', label: 'All assets', description: 'Including assets you add later' },
  {
    type: 'category',
    label: 'Some categories',
    description: 'Including assets you add to them later',
  },
  { type: 'items', label: 'Some assets', description: 'Only these, even if you add more later' },
  {
    type: 'collection',
    label: 'One collection',
    description: 'Follows the collection as it changes',
  },
]

/** Which assets: all, categories, chosen ones, or one collection. What is picked stands under its kind. */
export function FilterChoice({ choice, strict, onChange }: Props) {
  const error = useId()
  const missing = strict ? missingOf(choice) : null
  const choose = (value: string) => {
    const known = TYPES.find(({ type }) => type === value)
    if (known) onChange({ ...choice, type: known.type })
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
          {TYPES.map(({ type, label, description }) => (
            <Stack key={type} gap="md">
              <Radio value={type} label={label} description={description} />
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
