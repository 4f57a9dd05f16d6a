import { Button, Card, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type MyPlantsQuery, RemovePlantDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

type Plant = MyPlantsQuery['plants']['nodes'][number]

export function NoPlants() {
  return (
    <EmptyState title="No plants yet">
      Add one here, or send POST /plants with an access token.
    </EmptyState>
  )
}

/** A page of plants; each can be deleted. */
export function PlantTable({ plants }: { plants: readonly Plant[] }) {
  const [deleting, setDeleting] = useState<Plant | null>(null)
  const remove = useAction(RemovePlantDocument, 'Plant')
  const confirm = async ({ id }: Plant) => {
    if (await remove.run({ id })) setDeleting(null)
  }
  return (
    <Card p={0}>
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="Plants" className="digits">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Name</Table.Th>
              <Table.Th scope="col">Tag</Table.Th>
              <Table.Th scope="col">Id</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plants.map((plant) => (
              <Row key={plant.id} plant={plant} onDelete={() => setDeleting(plant)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {deleting && (
        <ConfirmDialog
          title="Delete the plant"
          verb="Delete"
          busy={remove.busy}
          fault={remove.fault}
          onConfirm={() => confirm(deleting)}
          onClose={() => {
            remove.clear()
            setDeleting(null)
          }}
        >
          <Text>“{deleting.name}” is gone then. This cannot be undone.</Text>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Row({ plant, onDelete }: { plant: Plant; onDelete: () => void }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {plant.name}
      </Table.Th>
      <Table.Td>{plant.tag}</Table.Td>
      <Table.Td>{plant.id}</Table.Td>
      <Table.Td ta="right">
        <Button variant="default" size="xs" onClick={onDelete} aria-label={`Delete ${plant.name}`}>
          Delete
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
