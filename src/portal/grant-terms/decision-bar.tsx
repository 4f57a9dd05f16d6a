import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './terms-editor.module.css'

interface Props {
  /** The id of the sentence, for the buttons' `aria-describedby`. */
  readonly id: string
  /** What is agreed to, or what is still to be chosen. */
  readonly sentence: string
  /** The error of the last submission. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

/** The sentence that is agreed to and the buttons. It stays visible while the terms are chosen. */
export function DecisionBar({ id, sentence, notice, children }: Props) {
  return (
    <Stack className={classes.bar} gap="sm">
      {notice}
      <Group justify="space-between" gap="sm">
        <Text id={id} size="sm" className="digits" flex="1 1 18rem">
          {sentence}
        </Text>
        <Group gap="sm">{children}</Group>
      </Group>
    </Stack>
  )
}
