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
  return <CopyId id={id} of={t('the request {id}', { id })} href={pathOf(props)} />
}

/** The same without the button. */
export function RequestLink(props: Props) {
  return (
    <To href={pathOf(props)}>
      <Code style={{ overflowWrap: 'anywhere', color: 'inherit' }}>{props.id}</Code>
    </To>
  )
}

function pathOf({ id, firmId, keyId }: Props): string {
  return `/firms/${firmId}/logs/${id}?key=${keyId}`
}
