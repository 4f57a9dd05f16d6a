import { Code } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { To } from '../../ui/to.tsx'

interface Props {
  readonly id: string
  readonly firmId: string
  readonly keyId: string
}

/** A request id that leads to the page of the request, with a button that copies it. */
export function RequestId(props: Props) {
  return (
    <span style={ROW}>
      <RequestLink {...props} />
      <CopyButton
        text={props.id}
        what={t('the id of the request {id}', { id: props.id })}
        size="compact-sm"
        fz="xs"
      />
    </span>
  )
}

/** A request id that leads to the page of the request. */
export function RequestLink({ id, firmId, keyId }: Props) {
  return (
    <To href={`/firms/${firmId}/logs/${id}?key=${keyId}`}>
      <Code style={ANYWHERE}>{id}</Code>
    </To>
  )
}

const ROW = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.25rem 0.5rem',
  maxWidth: '100%',
} as const

const ANYWHERE = { overflowWrap: 'anywhere', color: 'inherit' } as const
