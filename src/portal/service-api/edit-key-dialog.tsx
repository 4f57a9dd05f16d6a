import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { DialogButtons } from '../components/dialog-buttons.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { UpdateApiKeyDocument } from '../generated/graphql.ts'
import { useAction } from '../use-action.ts'
import { rangeProblem, readRanges } from './ip-ranges.ts'
import { IpRangesInput } from './ip-ranges-input.tsx'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Another name, other IP ranges: all of a key that changes. */
export function EditKeyDialog({ apiKey, onClose }: Props) {
  const [name, setName] = useState(apiKey.name)
  const [ranges, setRanges] = useState(apiKey.allowedIps.join('\n'))
  const update = useAction(UpdateApiKeyDocument)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (rangeProblem(ranges) !== null) return
    const input = { keyId: apiKey.id, name, allowedIps: readRanges(ranges) }
    if (await update.run({ input })) onClose()
  }
  return (
    <Dialog onClose={onClose} title="Edit key">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <IpRangesInput value={ranges} onChange={setRanges} />
          {update.fault && <ErrorNotice fault={update.fault} title="Your changes were not saved" />}
          <DialogButtons verb="Save" busy={update.busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
