import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { AddPlantDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { refuse } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { notify } from '../ui/notices.tsx'

const FIELDS = [
  { name: 'id', label: t('ID'), description: t('A whole number of your choice'), required: true },
  { name: 'name', label: t('Name'), required: true },
  { name: 'tag', label: t('Tag'), description: t('Optional'), required: false },
] as const

const WHOLE_NUMBER = /^-?\d+$/

/** Adds a plant. An id that is taken is rejected, so a double click adds one plant. */
export function NewPlantDialog({ onClose }: { onClose: () => void }) {
  const [plant, setPlant] = useState({ id: '', name: '', tag: '' })
  const add = useAction(AddPlantDocument)
  const id = plant.id.trim()
  const isValidId = WHOLE_NUMBER.test(id)
  const submit = async () => {
    const { name, tag } = plant
    if (!(await add.run({ plant: { id, name, ...(tag !== '' && { tag }) } }))) return
    onClose()
    notify({ text: t('The plant was added.') })
  }
  return (
    <FormDialog
      title={t('Add a plant')}
      verb={t('Add')}
      busy={add.busy}
      error={add.error}
      errorTitle={t('The plant could not be added')}
      onSubmit={submit}
      onClose={onClose}
    >
      {FIELDS.map(({ name, ...field }) => (
        <TextInput
          key={name}
          {...field}
          inputMode={name === 'id' ? 'numeric' : 'text'}
          ref={refuse(
            name === 'id' && id !== '' && !isValidId ? t('The id must be a whole number.') : null,
          )}
          data-autofocus={name === 'id' || undefined}
          value={plant[name]}
          onChange={({ currentTarget }) => setPlant({ ...plant, [name]: currentTarget.value })}
        />
      ))}
    </FormDialog>
  )
}
