import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../i18n/text.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly id: string
  /** The owner of the id: "the key". */
  readonly of: string
  readonly fz?: 'xs'
  /** The id as a link. */
  readonly children?: ReactNode
}

/** An id with a button that copies it. Made of spans, so that it can be part of a sentence. */
export function CopyId({ id, of, fz, children }: Props) {
  return (
    <span style={ROW}>
      {children ?? (
        <Code {...(fz && { fz })} style={ANYWHERE}>
          {id}
        </Code>
      )}
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
