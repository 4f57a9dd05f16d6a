import { Text } from '@mantine/core'

/** What is still to be chosen: said when it appears, and where the focus goes when the reader tries to go on. */
export function Missing({ id, children }: { id?: string; children: string }) {
  return (
    <Text id={id} role="alert" tabIndex={-1} data-missing size="sm" c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}
