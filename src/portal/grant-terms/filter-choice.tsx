import { Radio, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import type { AssetFilterType } from '../generated/graphql.ts'
import { CategoryPicker } from './category-picker.tsx'
import { CollectionPicker } from './collection-picker.tsx'
import { ItemPicker } from './item-picker.tsx'
import { type FilterChoice as Choice, missingOf } from './terms.ts'

interface Props {
  readonly choice: Choice
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

const TYPES: readonly { type: AssetFilterType; label: string; description: string }[] = [
  { type: 'all', label: 'All assets', description: 'Also those that you add later' },
  {
    type: 'category',
    label: 'Some categories',
    description: 'Also what you add to them later',
  },
  { type: 'items', label: 'Some assets', description: 'These alone, whatever you add later' },
  {
    type: 'collection',
    label: 'One collection',
    description: 'Follows the collection as it changes',
  },
]

/** Which assets: all, categories, chosen ones, or one collection. */
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
        <Stack gap="sm">
          {TYPES.map(({ type, label, description }) => (
            <Radio key={type} value={type} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <Picker choice={choice} onChange={onChange} />
      {missing !== null && (
        <Text id={error} role="alert" size="sm" c="var(--mantine-color-error)">
          {missing}
        </Text>
      )}
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
