import { Text } from '@mantine/core'

/**
 * The choices that are still missing. They are read out when they appear, and get the focus when the form is submitted.
 */
export function Missing({ children }: { children: string }) {
  return (
    <Text role="alert" tabIndex={-1} data-missing size="sm" c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}
