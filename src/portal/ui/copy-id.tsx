import { Code } from '@mantine/core'
import { t } from '../i18n/text.ts'
import { CopyButton } from './copy-button.tsx'
import { To } from './inline.tsx'

interface Props {
  readonly id: string
  /** The owner of the id: "the key". */
  readonly of: string
  readonly fz?: 'xs'
  /** The page of what has the id. */
  readonly href?: string
}

/** An id with a button that copies it. Made of spans, so that it can be part of a sentence. */
export function CopyId({ id, of, fz, href }: Props) {
  const code = (
    <Code {...(fz && { fz })} style={href ? LINKED : ANYWHERE}>
      {id}
    </Code>
  )
  return (
    <span style={ROW}>
      {href ? <To href={href}>{code}</To> : code}
      <CopyButton
        text={id}
        what={t('the id of {of}', { of })}
        size="compact-sm"
        fz="xs"
        className="screen-only"
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

const ANYWHERE = { minWidth: 0, overflowWrap: 'anywhere' } as const
const LINKED = { ...ANYWHERE, color: 'inherit' } as const
