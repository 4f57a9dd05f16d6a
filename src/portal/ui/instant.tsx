import { Text } from '@mantine/core'
import { useNow } from '../data/use-now.ts'
import { t } from '../i18n/text.ts'
import { formatDateTime, formatRelativeTime } from '../words/format.ts'

interface Props {
  /** RFC 3339; `otherwise` is shown for none. */
  readonly at: string | null | undefined
  readonly otherwise?: string
  /** Only the exact time, for comparing it with a log. */
  readonly exact?: boolean
}

/** The exact time and how far away it is. Both are text, since a tooltip needs a mouse. */
export function Instant({ at, otherwise = t('Never'), exact = false }: Props) {
  if (!at)
    return (
      <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {otherwise}
      </Text>
    )
  return (
    <time dateTime={at}>
      {formatDateTime(at)}
      {!exact && (
        <Text span inherit c="dimmed">
          {' '}
          (<Distance to={at} />)
        </Text>
      )}
    </time>
  )
}

function Distance({ to }: { to: string }) {
  return formatRelativeTime(to, useNow())
}
