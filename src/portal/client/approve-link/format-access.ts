import { isWithinUsageDays, USAGE_DAYS } from '../../../values/durations.ts'
import type { ConsentRequestQuery, GivenAccessFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatDateTime } from '../../words/format.ts'

type Request = Pick<
  ConsentRequestQuery['connectionRequest'],
  'id' | 'problem' | 'answer' | 'answeredAt' | 'grants' | 'grantCount' | 'readCount'
>
const LONG_AGO = new Date(0).toISOString()

type Reads = Pick<GivenAccessFragment, 'readCount' | 'createdAt'>

/** Whether there is anything to say about what the person did: they answered, or cannot answer any more. */
export function hasOwnAccess({ problem, answer, grants }: Request): boolean {
  if (problem === 'no_portfolio') return false
  return problem !== null || answer !== null || grants.length > 0
}

/** The person's answer to this link, in words. */
export function formatAnswer({ answer, answeredAt }: Request): string {
  if (answer === null || answeredAt === null) return t('You have not answered this link.')
  return t(
    'You {answer, select, approved {approved} other {declined}} this link on {answeredAt}.',
    {
      answer,
      answeredAt: formatDateTime(answeredAt),
    },
  )
}

/** The access of the firm to the person's data, by all links. The grants under which it can read are listed first. */
export function formatAccess(request: Request, now: Date): string {
  const { grants } = request
  if (grants.length === 0)
    return t('You have never given this firm access, and it has read nothing of your portfolio.')
  const canRead = grants.some(({ endedAt }) => endedAt === null)
  const access = canRead
    ? t('The firm can read your portfolio.')
    : t('The firm could read your portfolio. This has ended, and it can read nothing now.')
  return `${access} ${formatAllReads(request, now)}`
}

/** How many grants are not listed; null: all are. */
export function formatUnlisted({ grants, grantCount }: Request): string | null {
  if (grantCount <= grants.length) return null
  return t(
    '{count} of your {grantCount, plural, one {# connection} other {# connections}} to this firm are listed here.',
    { count: grants.length, grantCount },
  )
}

function formatAllReads({ grants, grantCount, readCount }: Request, now: Date): string {
  const [oldest] = grants.map(({ createdAt }) => createdAt).sort()
  // A grant that is not listed may be older than what is stored.
  const createdAt = grantCount === grants.length && oldest ? oldest : LONG_AGO
  const reads = formatReads({ readCount, createdAt }, now)
  return readCount === 0 ? `${reads}.` : t('It has read {reads}.', { reads })
}

/** How often was read under a grant, as far as that is stored. */
export function formatReads({ readCount, createdAt }: Reads, now: Date): string {
  const isWhole = isWithinUsageDays(new Date(createdAt), now)
  if (isWhole)
    return t('{readCount, plural, =0 {Nothing was read} one {# time} other {# times}}', {
      readCount,
    })
  return t(
    '{readCount, plural, =0 {Nothing was read} one {# time} other {# times}} in the last {days} days; older reads are not stored',
    { readCount, days: USAGE_DAYS },
  )
}
