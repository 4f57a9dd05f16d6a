import { Text } from '@mantine/core'

/**
 * The choices that are still missing. They are read out when they appear, and get the focus when the form is submitted.
 */
export function Missing({ id, children }: { id?: string; children: string }) {
  return (
    <Text id={id} role="alert" tabIndex={-1} data-missing size="sm" c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}
