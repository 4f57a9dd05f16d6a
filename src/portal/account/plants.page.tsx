import { Button } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../data/use-pages.ts'
import { MyPlantsDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { PagesView } from '../ui/pages-view.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { NewPlantDialog } from './new-plant-dialog.tsx'
import { NoPlants, PlantTable } from './plant-table.tsx'

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
        {(records) => (records.length > 0 ? <PlantTable plants={records} /> : <NoPlants />)}
      </PagesView>
      {adding && <NewPlantDialog onClose={() => setAdding(false)} />}
    </PortalPage>
  )
}
