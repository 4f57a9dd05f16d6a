import { Text } from '@mantine/core'

/** What is still to be chosen. Read out when it appears; gets the focus when the form is submitted. */
export function Missing({ id, children }: { id?: string; children: string }) {
  return (
    <Text id={id} role="alert" tabIndex={-1} data-missing size="sm" c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}
