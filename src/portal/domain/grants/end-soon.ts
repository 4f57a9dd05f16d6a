import { isInSecondHalf } from '../../../values/term-half.ts'
import { t } from '../../i18n/text.ts'
import { DAY_MS } from '../../words/dates.ts'
import { formatRelativeTime } from '../../words/format.ts'

const SOON_DAYS = 30

/** "Ends in 12 days", in the last 30 days of an access that works, and not in the first half of it; null otherwise. */
export function formatEndSoon(
  grant: {
    readonly state: string
    readonly createdAt: string
    readonly expiresAt: string | null
  },
  keyState: string,
  now: number,
): string | null {
  if (grant.state !== 'active' || keyState !== 'active' || grant.expiresAt === null) return null
  const end = Date.parse(grant.expiresAt)
  if (end <= now || end - now > SOON_DAYS * DAY_MS) return null
  if (!isInSecondHalf(Date.parse(grant.createdAt), end, now)) return null
  return t('Ends {expiresAt}', { expiresAt: formatRelativeTime(grant.expiresAt, now) })
}

/** Whether the client is asked whether the access is still in use. */
export function isReviewDue(
  { reviewDueAt }: { readonly reviewDueAt: string | null },
  now: number,
): boolean {
  return reviewDueAt !== null && Date.parse(reviewDueAt) <= now
}
