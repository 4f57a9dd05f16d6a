import type pg from 'pg'
import { date, instant, onceGood } from '../modules/assets/import-validators.ts'
import { DAY_MS } from '../values/durations.ts'

export type Clock = () => number

/** A clock that starts with the time of the database. It continues, because reading a source can take hours. */
export async function readClock(client: pg.ClientBase): Promise<Clock> {
  const { rows } = await client.query<{ now: number }>(READ_CLOCK)
  const start = (rows[0]?.now ?? Number.NaN) - performance.now()
  return () => start + performance.now()
}

const READ_CLOCK = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/**
 * Validators for the time of something that has happened, such as a valuation or a scan. In time zones east of UTC,
 * the date can be tomorrow already, so the last accepted day is tomorrow in UTC. A later one is a mistake. A valuation
 * with such a date would count as the present value.
 */
export function happenedBy(clock: Clock) {
  const endOfTomorrow = () => (Math.floor(clock() / DAY_MS) + 2) * DAY_MS
  const isAccepted = (value: string) => Date.parse(value) < endOfTomorrow()
  return {
    instant: instant.refine(isAccepted, 'an instant that is not later than tomorrow'),
    date: date.refine(isAccepted, 'a date that is not later than tomorrow'),
    /** For an instant that ends something. In the future, it would change the data later, without an import. */
    past: instant.refine(
      (value) => Date.parse(value) <= clock(),
      'an instant that is not in the future',
    ),
  }
}

export type Happened = ReturnType<typeof happenedBy>

/** The rule that the member `end` is not before the member `begin`. Both are dates, or both are instants. */
export function endsAfter<Begin extends string, End extends string>(begin: Begin, end: End) {
  const accepts = (object: Partial<Record<Begin | End, string | null | undefined>>) => {
    const [from, to] = [object[begin], object[end]]
    return from == null || to == null || from <= to
  }
  const path: PropertyKey[] = [end]
  const fault = { path, error: `an end that is not before ${begin}`, ...onceGood(begin, end) }
  return [accepts, fault] as const
}
