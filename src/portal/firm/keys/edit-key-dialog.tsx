import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { UpdateApiKeyDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { findRangeProblem, parseRanges } from './ip-ranges.ts'
import type { ShownKey } from './key-facts.tsx'
import { CreatesLinksSwitch, IpRangesInput, ReturnUrlsInput } from './key-fields.tsx'
import { findReturnUrlProblem, parseReturnUrls } from './return-urls.ts'

interface Props {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

/** Changes the name, the allowed IP ranges, the return addresses and the right of a key; nothing else of it can change. */
export function EditKeyDialog({ apiKey, onClose }: Props) {
  const { texts, field } = useFields({
    name: apiKey.name,
    ranges: apiKey.allowedIps.join('\n'),
    urls: apiKey.returnUrls.join('\n'),
  })
  const [createsLinks, setCreatesLinks] = useState(apiKey.createsLinks)
  const { name, ranges, urls } = texts
  const problem = findRangeProblem(ranges) ?? findReturnUrlProblem(urls)
  const lists = { allowedIps: parseRanges(ranges), returnUrls: parseReturnUrls(urls) }
  const right = createsLinks === apiKey.createsLinks ? {} : { createsLinks }
  return (
    <FormDialog
      title={t('Edit key')}
      verb={t('Save')}
      errorTitle={t('Your changes were not saved')}
      action={useAction(UpdateApiKeyDocument)}
      input={problem === null ? { input: { keyId: apiKey.id, name, ...lists, ...right } } : null}
      onClose={onClose}
    >
      <TextInput label={t('Name')} required maxLength={200} data-autofocus {...field('name')} />
      <IpRangesInput {...field('ranges')} />
      <ReturnUrlsInput {...field('urls')} />
      <CreatesLinksSwitch firm={apiKey.firm} value={createsLinks} onChange={setCreatesLinks} />
    </FormDialog>
  )
}
