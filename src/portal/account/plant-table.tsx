import { Button, Card, Text } from '@mantine/core'
import { useState } from 'react'
import { type MyPlantsQuery, RemovePlantDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'

type Plant = MyPlantsQuery['plants']['nodes'][number]

export function NoPlants() {
  return (
    <EmptyState title={t('No plants yet')}>
      {t('Add one here, or send POST /plants with an access token.')}
    </EmptyState>
  )
}

/** A page of plants; each can be deleted. */
export function PlantTable({ plants }: { plants: readonly Plant[] }) {
  const [deleting, setDeleting] = useState<Plant | null>(null)
  return (
    <Card p={0}>
      <RecordTable
        label={t('Plants')}
        inset
        columns={columnsOf(setDeleting)}
        records={plants}
        keyOf={({ id }) => id}
      />
      {deleting && (
        <ConfirmDialog
          title={t('Delete plant')}
          verb={t('Delete')}
          mutation={RemovePlantDocument}
          variables={{ id: deleting.id }}
          done={() => ({ text: t('“{name}” was deleted.', { name: deleting.name }) })}
          onClose={() => setDeleting(null)}
        >
          <Text>
            {t('“{name}” will be deleted. This cannot be undone.', { name: deleting.name })}
          </Text>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function columnsOf(onDelete: (plant: Plant) => void): Column<Plant>[] {
  return [
    { name: t('Name'), cell: ({ name }) => name },
    { name: t('Tag'), cell: ({ tag }) => tag ?? '–' },
    { name: t('ID'), cell: ({ id }) => id },
    {
      name: t('Delete'),
      plain: true,
      align: 'end',
      cell: (plant) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => onDelete(plant)}
          aria-label={t('Delete {name}', { name: plant.name })}
        >
          {t('Delete')}
        </Button>
      ),
    },
  ]
}
