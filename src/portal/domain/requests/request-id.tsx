import { Code } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { To } from '../../ui/inline.tsx'

interface Props {
  readonly id: string
  readonly firmId: string
  readonly keyId: string
}

/** A request id that leads to the page of the request, with a button that copies it. */
export function RequestId(props: Props) {
  const { id } = props
  return (
    <CopyId id={id} of={t('the request {id}', { id })}>
      <RequestLink {...props} />
    </CopyId>
  )
}

/** A request id that leads to the page of the request. */
export function RequestLink({ id, firmId, keyId }: Props) {
  return (
    <To href={`/firms/${firmId}/logs/${id}?key=${keyId}`}>
      <Code style={{ overflowWrap: 'anywhere', color: 'inherit' }}>{id}</Code>
    </To>
  )
}
