import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { readUsage, type UsageDayRow, type UsageSubject } from './usage.reads.ts'

const DEFAULT_DAYS = 30
/** The maximum number of days of usage that are asked for. */
export const MAX_DAYS = 90

interface Usage {
  readonly subjectId: string
  readonly days: readonly UsageDayRow[]
}

const UsageDayType = builder.objectRef<UsageDayRow & { id: string }>('UsageDay').implement({
  description: 'The requests of one day (UTC) by status.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the firm, key or grant and the day together.',
    }),
    date: t.expose('date', { description: 'The day, in UTC.', type: 'Date' }),
    ok: t.exposeInt('ok', { description: '2xx and 3xx.' }),
    refused: t.exposeInt('refused', { description: '4xx except 429.' }),
    limited: t.exposeInt('limited', { description: 'Over the rate limit: 429.' }),
    failed: t.exposeInt('failed', { description: '5xx.' }),
  }),
})

export const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'Requests by day.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the firm, key or grant and the number of days together.',
      resolve: ({ subjectId, days }) => `${subjectId}:${days.length}`,
    }),
    total: t.int({
      description: 'The number of requests on all days.',
      resolve: ({ days }) =>
        days.reduce(
          (sum, { ok, refused, limited, failed }) => sum + ok + refused + limited + failed,
          0,
        ),
    }),
    days: t.field({
      type: [UsageDayType],
      description: 'Oldest first; a day without requests has zeros.',
      extensions: { maxLength: MAX_DAYS },
      resolve: ({ subjectId, days }) =>
        days.map((day) => ({ ...day, id: `${subjectId}:${day.date}` })),
    }),
  }),
})

export const DAYS = `1 to ${MAX_DAYS}, ${DEFAULT_DAYS} by default.`

/** The usage of one subject by day. Throws `invalid_parameter`. */
export async function usageOf(
  id: string,
  loaders: PageLoaders,
  subjectOf: (id: string) => UsageSubject,
  asked: number | null | undefined,
  context: Context,
): Promise<Usage> {
  const days = readDays(asked)
  const found = await loaders.load(`usage ${days}`, id, async (ids) => {
    const { now } = context.request
    const usages = await readUsage(poolOf(context), ids.map(subjectOf), days, now)
    return new Map(ids.map((each, index) => [each, usages[index] ?? []]))
  })
  return { subjectId: id, days: found ?? [] }
}

/** The requested number of days, or the default. Throws `invalid_parameter`. */
export function readDays(asked: number | null | undefined): number {
  return within(asked ?? DEFAULT_DAYS, 'days', MAX_DAYS)
}

/** Returns the number if it is from 1 to `most`. Throws `invalid_parameter`. */
export function within(number: number, parameter: string, most: number): number {
  if (number >= 1 && number <= most) return number
  throw new GatewayError('invalid_parameter', `${parameter} takes 1 to ${most}.`)
}
