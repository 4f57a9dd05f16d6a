import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { AddPlantDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'

const WHOLE_NUMBER = /^-?\d+$/

const FIELDS = [
  { name: 'id', label: 'ID', description: 'A whole number of your choice', required: true },
  { name: 'name', label: 'Name', required: true },
  { name: 'tag', label: 'Tag', description: 'Optional', required: false },
] as const

/** The three members of a plant. An id that is taken is refused, so a double click adds one plant. */
export function NewPlantDialog({ onClose }: { onClose: () => void }) {
  const [plant, setPlant] = useState({ id: '', name: '', tag: '' })
  const add = useAction(AddPlantDocument)
  const id = plant.id.trim()
  const isWhole = WHOLE_NUMBER.test(id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name, tag } = plant
    if (!isWhole) return
    if (await add.run({ plant: { id, name, ...(tag !== '' && { tag }) } })) onClose()
  }
  return (
    <Dialog onClose={onClose} title="Add a plant">
      <form onSubmit={submit}>
        <Stack>
          {add.fault && <ErrorNotice fault={add.fault} title="The plant could not be added" />}
          {FIELDS.map(({ name, ...field }) => (
            <TextInput
              key={name}
              {...field}
              withAsterisk={false}
              inputMode={name === 'id' ? 'numeric' : 'text'}
              error={name === 'id' && id !== '' && !isWhole && 'The id must be a whole number.'}
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
