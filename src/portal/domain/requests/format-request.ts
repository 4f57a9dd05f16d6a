import type { RequestRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'

/** The method and the path of a request. An unknown path is stored for a week; an earlier release stored none. */
export function formatAsked({
  method,
  endpoint,
  path,
}: Pick<RequestRowFragment, 'method' | 'endpoint' | 'path'>): string {
  if (path !== null) return `${method === 'other' ? t('Another method') : method} ${path}`
  return formatEndpoint(endpoint)
}

/** An endpoint, or that there was none. */
export function formatEndpoint(endpoint: string): string {
  return endpoint === 'unknown' ? t('A path that does not exist') : endpoint
}

/** The color of the badge of a status. */
export function colorOf(status: number): 'leaf' | 'fruit' | 'red' {
  if (status < 400) return 'leaf'
  return status < 500 ? 'fruit' : 'red'
}

/** "12 ms"; a dash where it is not known. */
export function formatMilliseconds(milliseconds: number | null): string {
  return milliseconds === null
    ? '–'
    : t('{milliseconds} ms', { milliseconds: formatNumber(milliseconds) })
}

/** The requests of each day in words, for the label of a chart. */
export function formatDaily(daily: readonly number[]): string {
  return t('Requests of the last {count} days, oldest first: {numbers}', {
    count: daily.length,
    numbers: daily.map(formatNumber).join(', '),
  })
}
