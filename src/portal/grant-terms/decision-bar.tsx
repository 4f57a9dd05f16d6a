import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './terms-editor.module.css'

interface Props {
  /** For the buttons, to say what they agree to. */
  readonly id: string
  /** What the choice comes to, or what is still to be chosen. */
  readonly sentence: string
  /** Why the answer was not kept: here, where the reader looks. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

/** Stays in sight while the terms are chosen. */
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
