import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../data/use-list.ts'
import { MyPlantsDocument } from '../generated/graphql.ts'
import { type ListPage, LoadMore, PagedList } from '../ui/load-more.tsx'
import { PortalPage } from '../ui/portal-page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { NewPlantDialog } from './new-plant-dialog.tsx'
import { NoPlants, PlantTable } from './plant-table.tsx'

/** The user's plants. */
export default function PlantsPage() {
  const [adding, setAdding] = useState(false)
  return (
    <PortalPage
      title="Plants"
      description="Your plants in the plant store. The API serves them at /plants."
      action={<Button onClick={() => setAdding(true)}>Add a plant</Button>}
    >
      <Stack>
        <PagedList>{(page) => <PlantsPart {...page} />}</PagedList>
      </Stack>
      {adding && <NewPlantDialog onClose={() => setAdding(false)} />}
    </PortalPage>
  )
}

function PlantsPart({ after, onMore }: ListPage) {
  const plants = useList(MyPlantsDocument, { after }, 'Plant')
  return (
    <QueryView of={plants}>
      {({ plants: { nodes, pageInfo } }) => (
        <>
          {nodes.length > 0 && <PlantTable plants={nodes} />}
          {nodes.length === 0 && after === null && <NoPlants />}
          {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
        </>
      )}
    </QueryView>
  )
}
