import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../data/use-pages.ts'
import { MyPlantsDocument, type MyPlantsQuery, RemovePlantDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagesView } from '../ui/pages-view.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { NewPlantDialog } from './new-plant-dialog.tsx'

/** The user's plants. */
export default function PlantsPage() {
  const plants = usePages(
    MyPlantsDocument,
    (after) => ({ after }),
    (data) => data.plants,
  )
  const [adding, setAdding] = useState(false)
  return (
    <PortalPage
      title={t('Plants')}
      description={t('Your plants in the plant store. The API serves them at /plants.')}
      action={<Button onClick={() => setAdding(true)}>{t('Add a plant')}</Button>}
    >
      <PagesView of={plants}>
        {(records) =>
          records.length > 0 ? (
            <PlantTable plants={records} />
          ) : (
            <EmptyState title={t('No plants yet')}>
              {t('Add one here, or send POST /plants with an access token.')}
            </EmptyState>
          )
        }
      </PagesView>
      {adding && <NewPlantDialog onClose={() => setAdding(false)} />}
    </PortalPage>
  )
}

type Plant = MyPlantsQuery['plants']['nodes'][number]

// Each plant can be deleted.
function PlantTable({ plants }: { plants: readonly Plant[] }) {
  const [deleting, setDeleting] = useState<Plant | null>(null)
  return (
    <>
      <RecordTable label={t('Plants')} framed columns={columnsOf(setDeleting)} records={plants} />
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
    </>
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
