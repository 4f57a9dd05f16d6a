import { Select, Text } from '@mantine/core'
import { useQuery } from '../../data/use-query.ts'
import { GroupChoicesDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'

interface Props {
  readonly chosen: string | null
  readonly onChange: (id: string | null) => void
}

/** Chooses one of the user's collections. */
export function CollectionPicker({ chosen, onChange }: Props) {
  const choices = useQuery(GroupChoicesDocument, {})
  return (
    <QueryView of={choices} skeleton={<RowsSkeleton rows={1} height={60} />}>
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
