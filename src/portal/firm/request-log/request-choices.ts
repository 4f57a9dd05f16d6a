import type { RequestOutcome } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { HOUR_MS } from '../../words/dates.ts'
import { ERROR_TEXTS, helpAddress } from '../../words/errors/error-texts.ts'

/** How a request ended. */
export const OUTCOME: Choice<RequestOutcome> = {
  name: 'outcome',
  label: t('Result'),
  otherwise: t('All results'),
  options: {
    ok: t('Successful (2xx, 3xx)'),
    refused: t('Rejected (4xx)'),
    limited: t('Over the limit (429)'),
    failed: t('Failed (5xx)'),
  },
}

// Those of the page itself have no help.
const CODES = Object.keys(ERROR_TEXTS)
  .filter((code) => helpAddress(code) !== null)
  .sort()

/** The code of the error that a request ended with. */
export const CODE: Choice = {
  name: 'code',
  label: t('Error code'),
  otherwise: t('All codes'),
  options: Object.fromEntries(CODES.map((code) => [code, code])),
}

type Period = 'hour' | 'today' | 'yesterday'

/** When a request was. Days are those of the reader. */
export const PERIOD: Choice<Period> = {
  name: 'time',
  label: t('Time'),
  otherwise: t('Last 7 days'),
  options: { hour: t('Last hour'), today: t('Today'), yesterday: t('Yesterday') },
}

function periodOf(period: Period | null, now: number) {
  const midnight = (daysAgo: number) => {
    const day = new Date(now)
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).toISOString()
  }
  if (period === 'hour') return { since: new Date(now - HOUR_MS).toISOString() }
  if (period === 'today') return { since: midnight(0) }
  return period === 'yesterday' ? { since: midnight(1), until: midnight(0) } : {}
}

/** The arguments of the list of requests for what is chosen at this instant. */
export function requestFilter(of: ListSearch, now: number) {
  return {
    outcome: of.chosen(OUTCOME),
    code: of.chosen(CODE),
    ...periodOf(of.chosen(PERIOD), now),
    search: of.text === '' ? null : of.text,
  }
}
