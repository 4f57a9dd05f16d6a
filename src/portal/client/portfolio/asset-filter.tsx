import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { Category } from '../../generated/graphql.ts'
import { CATEGORIES, isCategory } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'

interface Props {
  /** Those that have assets. */
  readonly categories: readonly { readonly category: Category; readonly assetCount: number }[]
  readonly category: Category | null
  readonly search: string
  readonly onCategory: (category: Category | null) => void
  readonly onSearch: (search: string) => void
}

/** Chooses which assets are listed. */
export function AssetFilter({ categories, category, search, onCategory, onSearch }: Props) {
  const choices = categories.map((each) => ({
    value: each.category,
    label: `${CATEGORIES[each.category]} (${formatNumber(each.assetCount)})`,
  }))
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Category"
        flex="1 1 14rem"
        data={[{ value: '', label: 'All categories' }, ...choices]}
        value={category ?? ''}
        onChange={({ currentTarget: { value } }) => onCategory(isCategory(value) ? value : null)}
      />
      <TextInput
        type="search"
        label="Search by title or registry id"
        flex="2 1 16rem"
        maxLength={200}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </Group>
  )
}
