import { isWithinUsageDays, USAGE_DAYS } from '../../../values/usage-days.ts'
import type { ConsentRequestQuery, GivenAccessFragment } from '../../generated/graphql.ts'
import { formatCount, formatDateTime } from '../../words/format.ts'

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

/** What the person did with this link. */
export function formatAnswer({ answer, answeredAt }: Request): string {
  if (answer === null || answeredAt === null) return 'You have not answered this link.'
  return `You ${answer} this link on ${formatDateTime(answeredAt)}.`
}

/** What the firm has of the person, through whatever link. The grants under which it can read are listed first. */
export function formatAccess(request: Request, now: Date): string {
  const { grants } = request
  if (grants.length === 0)
    return 'You have never given this firm access, and it has read nothing of your portfolio.'
  const canRead = grants.some(({ endedAt }) => endedAt === null)
  const access = canRead
    ? 'The firm can read your portfolio.'
    : 'The firm could read your portfolio. This has ended, and it can read nothing now.'
  return `${access} ${formatAllReads(request, now)}`
}

/** How many grants are not listed; null: all are. */
export function formatUnlisted({ grants, grantCount }: Request): string | null {
  if (grantCount <= grants.length) return null
  return `${grants.length} of your ${formatCount(grantCount, 'connection')} to this firm are listed here.`
}

function formatAllReads({ grants, grantCount, readCount }: Request, now: Date): string {
  const [oldest] = grants.map(({ createdAt }) => createdAt).sort()
  // A grant that is not listed may be older than what is stored.
  const createdAt = grantCount === grants.length && oldest ? oldest : LONG_AGO
  const reads = formatReads({ readCount, createdAt }, now)
  return readCount === 0 ? `${reads}.` : `It has read ${reads}.`
}

/** How often was read under a grant, as far as that is stored. */
export function formatReads({ readCount, createdAt }: Reads, now: Date): string {
  const isWhole = isWithinUsageDays(new Date(createdAt), now)
  const since = isWhole ? '' : ` in the last ${USAGE_DAYS} days; older reads are not stored`
  return readCount === 0 ? `Nothing was read${since}` : `${formatCount(readCount, 'time')}${since}`
}

/** Which link a grant was approved with. */
export function formatLink(linkId: string | null, openedId: string): string {
  if (linkId === openedId) return 'This link'
  if (linkId !== null) return 'Another link of this firm'
  return 'None is recorded: the operator of this service set it up, or it is older than these records'
}
