import { isWithinUsageDays, USAGE_DAYS } from '../../../values/durations.ts'
import { serverNow } from '../../data/server-clock.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'

interface Props {
  /** Null: no use is stored. */
  readonly at: string | null
  /** When what was used was made. */
  readonly createdAt: string
}

/** When something was last used. Older uses are not stored, so that nothing older says "never". */
export function LastUse({ at, createdAt }: Props) {
  const isKnown = isWithinUsageDays(new Date(createdAt), new Date(serverNow()))
  return (
    <Instant
      at={at}
      otherwise={isKnown ? t('Never') : t('Not in the last {USAGE_DAYS} days', { USAGE_DAYS })}
    />
  )
}
