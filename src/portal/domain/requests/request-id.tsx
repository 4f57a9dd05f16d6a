import { Anchor, Code } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

interface Props {
  readonly id: string
  /** The path of the page of its key. */
  readonly keyPath: string
}

/** A request id that leads to the page of the request, with a button that copies it. */
export function RequestId({ id, keyPath }: Props) {
  return (
    <span style={ROW}>
      <Anchor component={Link} inherit href={`${keyPath}/requests/${id}`}>
        <Code style={ANYWHERE}>{id}</Code>
      </Anchor>
      <CopyButton
        text={id}
        what={t('the id of the request {id}', { id })}
        size="compact-sm"
        fz="xs"
      />
    </span>
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
