import { TextInput } from '@mantine/core'
import { useAction } from '../data/use-action.ts'
import { usePages } from '../data/use-pages.ts'
import {
  AddPlantDocument,
  MyPlantsDocument,
  type MyPlantsQuery,
  RemovePlantDocument,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { refuse } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { EmptyState, PortalPage } from '../ui/page.tsx'
import { PagesView } from '../ui/pages-view.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useFields } from '../ui/use-fields.ts'

/** The user's plants. */
export default function PlantsPage() {
  const plants = usePages(
    MyPlantsDocument,
    (after) => ({ after }),
    (data) => data.plants,
  )
  return (
    <PortalPage
      title={t('Plants')}
      description={t('Your plants in the plant store. The API serves them at /plants.')}
      action={
        <DialogButton variant="filled" dialog={(close) => <NewPlantDialog onClose={close} />}>
          {t('Add a plant')}
        </DialogButton>
      }
    >
      <PagesView
        of={plants}
        empty={
          <EmptyState title={t('No plants yet')}>
            {t('Add one here, or send POST /plants with an access token.')}
          </EmptyState>
        }
      >
        {(records) => (
          <RecordTable label={t('Plants')} framed columns={COLUMNS} records={records} />
        )}
      </PagesView>
    </PortalPage>
  )
}

type Plant = MyPlantsQuery['plants']['nodes'][number]

const COLUMNS: readonly Column<Plant>[] = [
  [t('Name'), ({ name }) => name],
  [t('Tag'), ({ tag }) => tag ?? '–'],
  [t('ID'), ({ id }) => id],
  [t('Delete'), (plant) => <DeleteButton plant={plant} />, 'actions'],
]

function DeleteButton({ plant: { id, name } }: { plant: Plant }) {
  return (
    <ConfirmButton
      button={{ size: 'xs', 'aria-label': t('Delete {name}', { name }), children: t('Delete') }}
      title={t('Delete plant')}
      verb={t('Delete')}
      mutation={RemovePlantDocument}
      variables={{ id }}
      says={() => ({ text: t('“{name}” was deleted.', { name }) })}
    >
      {t('“{name}” will be deleted. This cannot be undone.', { name })}
    </ConfirmButton>
  )
}

const WHOLE_NUMBER = /^-?\d+$/

// Adds a plant. An id that is taken is rejected, so a double click adds one plant.
function NewPlantDialog({ onClose }: { onClose: () => void }) {
  const { texts, field } = useFields({ id: '', name: '', tag: '' })
  const { name, tag } = texts
  const id = texts.id.trim()
  const isWrong = id !== '' && !WHOLE_NUMBER.test(id)
  return (
    <FormDialog
      title={t('Add a plant')}
      verb={t('Add')}
      errorTitle={t('The plant could not be added')}
      action={useAction(AddPlantDocument)}
      input={{ plant: { id, name, ...(tag !== '' && { tag }) } }}
      says={() => ({ text: t('The plant was added.') })}
      onClose={onClose}
    >
      <TextInput
        label={t('ID')}
        description={t('A whole number of your choice')}
        required
        inputMode="numeric"
        ref={refuse(isWrong ? t('The id must be a whole number.') : null)}
        data-autofocus
        {...field('id')}
      />
      <TextInput label={t('Name')} required {...field('name')} />
      <TextInput label={t('Tag')} description={t('Optional')} {...field('tag')} />
    </FormDialog>
  )
}
