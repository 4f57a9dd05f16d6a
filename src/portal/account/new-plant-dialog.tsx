import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { AddPlantDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

const FIELDS = [
  { name: 'id', label: 'Id', description: 'A whole number of your choosing', required: true },
  { name: 'name', label: 'Name', required: true },
  { name: 'tag', label: 'Tag', description: 'If you like', required: false },
] as const

/** The three members of a plant. An id that is taken is refused, so a double click adds one plant. */
export function NewPlantDialog({ onClose }: { onClose: () => void }) {
  const [plant, setPlant] = useState({ id: '', name: '', tag: '' })
  const add = useAction(AddPlantDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { id, name, tag } = plant
    if (await add.run({ plant: { id: id.trim(), name, ...(tag !== '' && { tag }) } })) onClose()
  }
  return (
    <Dialog onClose={onClose} title="Add a plant">
      <form onSubmit={submit}>
        <Stack>
          {add.fault && <ErrorNotice fault={add.fault} title="The plant is not added" />}
          {FIELDS.map(({ name, ...field }) => (
            <TextInput
              key={name}
              {...field}
              withAsterisk={false}
              inputMode={name === 'id' ? 'numeric' : 'text'}
              data-autofocus={name === 'id' || undefined}
              value={plant[name]}
              onChange={({ currentTarget }) => setPlant({ ...plant, [name]: currentTarget.value })}
            />
          ))}
          <DialogButtons verb="Add" busy={add.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
