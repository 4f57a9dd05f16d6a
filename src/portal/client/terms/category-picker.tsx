import { Checkbox, SimpleGrid } from '@mantine/core'
import { useQuery } from '../../data/use-query.ts'
import { type Category, GroupChoicesDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatNumber } from '../../words/format.ts'

interface Props {
  readonly chosen: readonly Category[]
  readonly onChange: (chosen: readonly Category[]) => void
}

/** Chooses among the categories in which the user has assets, and those chosen before. */
export function CategoryPicker({ chosen, onChange }: Props) {
  const choices = useQuery(GroupChoicesDocument, {})
  const toggle = (category: Category, checked: boolean) =>
    onChange([...chosen.filter((each) => each !== category), ...(checked ? [category] : [])])
  return (
    <QueryView of={choices} skeleton={<RowsSkeleton rows={5} height={24} />}>
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
