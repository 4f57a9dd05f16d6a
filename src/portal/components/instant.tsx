import { Text } from '@mantine/core'
import { formatDateTime, formatRelativeTime } from '../format.ts'

interface Props {
  /** RFC 3339; `otherwise` is shown for none. */
  readonly at: string | null | undefined
  readonly otherwise?: string
  /** Shows the exact time, for comparing it with a log. */
  readonly exact?: boolean
}

/** A relative time, with the exact time as the tooltip. */
export function Instant({ at, otherwise = 'Never', exact = false }: Props) {
  if (!at)
    return (
      <Text span inherit c="dimmed">
        {otherwise}
      </Text>
    )
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {exact ? formatDateTime(at) : formatRelativeTime(at)}
    </time>
  )
}
