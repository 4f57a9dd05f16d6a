import { Select, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { GroupChoicesDocument } from '../../generated/graphql.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { formatCount } from '../../words/format.ts'

interface Props {
  readonly chosen: string | null
  readonly onChange: (id: string | null) => void
}

/** Chooses one of the user's collections. */
export function CollectionPicker({ chosen, onChange }: Props) {
  const choices = useQuery({ query: GroupChoicesDocument })
  return (
    <QueryView of={choices} skeleton={<RowsSkeleton rows={1} height={60} />}>
      {({ grantChoices: { collections } }) =>
        collections.length === 0 ? (
          <Text size="sm">You have no collections.</Text>
        ) : (
          <Select
            label="Collection"
            placeholder="Type to search"
            searchable
            nothingFoundMessage="No matching collection"
            data={collections.map(({ id, name, assetCount }) => ({
              value: id,
              label: `${name} (${formatCount(assetCount, 'asset')})`,
            }))}
            value={chosen}
            onChange={onChange}
          />
        )
      }
    </QueryView>
  )
}
