import type { RequestOutcome } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { ERROR_TEXTS } from '../../words/errors/error-texts.ts'

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

// The errors of the page itself, which no server sends.
const OWN_CODES = ['offline', 'unreadable']

const CODES = Object.keys(ERROR_TEXTS)
  .filter((code) => !OWN_CODES.includes(code))
  .sort()

/** The code of the error that a request ended with. */
export const CODE: Choice = {
  name: 'code',
  label: t('Error code'),
  otherwise: t('All codes'),
  options: Object.fromEntries(CODES.map((code) => [code, code])),
}

type Hours = '1' | '24'

/** How long ago a request was. */
export const PERIOD: Choice<Hours> = {
  name: 'hours',
  label: t('Time'),
  otherwise: t('Last 7 days'),
  options: { 1: t('Last hour'), 24: t('Last 24 hours') },
}

const HOUR_MS = 3_600_000

/** The arguments of the list of requests for what is chosen at this instant. */
export function requestFilter(of: ListSearch, now: number) {
  const hours = of.chosen(PERIOD)
  return {
    outcome: of.chosen(OUTCOME),
    code: of.chosen(CODE),
    since: hours && new Date(now - Number(hours) * HOUR_MS).toISOString(),
    search: of.text === '' ? null : of.text,
  }
}
