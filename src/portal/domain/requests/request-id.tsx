import { Anchor, Code } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

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
    <Anchor component={Link} inherit href={`/firms/${firmId}/logs/${id}?key=${keyId}`}>
      <Code style={ANYWHERE}>{id}</Code>
    </Anchor>
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
