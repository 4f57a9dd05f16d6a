import { Code, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly text: string
  /** The name of the copied text: "the secret". */
  readonly what: string
  readonly label: string
  /** It may be longer than the window, and is read rather than copied. */
  readonly isLong?: boolean
}

/** A text to copy, by the button or, of a short one, by one click that selects all of it. */
export function CopyBlock({ text, what, label, isLong = false }: Props) {
  const kind = isLong ? { mah: 320, style: LONG, tabIndex: 0 } : { style: SHORT }
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Code block flex={1} miw={0} role="region" aria-label={label} {...kind}>
        {text}
      </Code>
      <CopyButton text={text} what={what} />
    </Group>
  )
}

const SHORT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', userSelect: 'all' } as const
// It scrolls within its frame, and a part of it can be selected.
const LONG = { overflow: 'auto', whiteSpace: 'pre' } as const
