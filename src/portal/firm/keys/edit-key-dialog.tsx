import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { UpdateApiKeyDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CreatesLinksSwitch } from './creates-links-switch.tsx'
import { findRangeProblem, parseRanges } from './ip-ranges.ts'
import { IpRangesInput } from './ip-ranges-input.tsx'
import type { ShownKey } from './key-facts.tsx'
import { findReturnUrlProblem, parseReturnUrls } from './return-urls.ts'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Changes the name, the allowed IP ranges, the return addresses and the right of a key; nothing else of it can change. */
export function EditKeyDialog({ apiKey, onClose }: Props) {
  const [name, setName] = useState(apiKey.name)
  const [ranges, setRanges] = useState(apiKey.allowedIps.join('\n'))
  const [urls, setUrls] = useState(apiKey.returnUrls.join('\n'))
  const [createsLinks, setCreatesLinks] = useState(apiKey.createsLinks)
  const update = useAction(UpdateApiKeyDocument)
  const submit = async () => {
    if (findRangeProblem(ranges) !== null || findReturnUrlProblem(urls) !== null) return
    const lists = { allowedIps: parseRanges(ranges), returnUrls: parseReturnUrls(urls) }
    const right = createsLinks === apiKey.createsLinks ? {} : { createsLinks }
    const input = { keyId: apiKey.id, name, ...lists, ...right }
    if (await update.run({ input })) onClose()
  }
  return (
    <FormDialog
      title={t('Edit key')}
      verb={t('Save')}
      busy={update.busy}
      error={update.error}
      errorTitle={t('Your changes were not saved')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <IpRangesInput value={ranges} onChange={setRanges} />
      <ReturnUrlsInput value={urls} onChange={setUrls} />
      <CreatesLinksSwitch firm={apiKey.firm} value={createsLinks} onChange={setCreatesLinks} />
    </FormDialog>
  )
}

interface ReturnUrlsInputProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

// The addresses to which clients may go back. Shows a problem when the field loses the focus.
function ReturnUrlsInput({ value, onChange }: ReturnUrlsInputProps) {
  const [touched, setTouched] = useState(false)
  return (
    <Textarea
      label={t('Return addresses')}
      description={t(
        'Where clients can go back to after they answer a connection link. One https address per line. Links to an address that you remove no longer lead back.',
      )}
      placeholder="https://firm.example/connected"
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={touched ? findReturnUrlProblem(value) : null}
      onBlur={() => setTouched(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
