import { Code, Group } from '@mantine/core'
import classes from './copy-block.module.css'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly text: string
  /** The name of the copied text: "the secret". */
  readonly what: string
  readonly label: string
}

/** A text to copy, by the button or by one click that selects all of it. */
export function CopyBlock({ text, what, label }: Props) {
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Code block flex={1} miw={0} className={classes.text} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton text={text} what={what} />
    </Group>
  )
}
