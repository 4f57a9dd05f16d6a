import { Text, type TextProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A small text that matters less than what it stands beside. */
export function Dimmed(props: TextProps & Pick<ComponentProps<'p'>, 'children' | 'id' | 'role'>) {
  return <Text size="sm" c="dimmed" {...props} />
}
