import { formatDaily, totalOf } from '../../domain/requests/format-request.ts'
import { formatNumber } from '../../words/format.ts'
import classes from './day-bars.module.css'

/** A bar for each day, and their sum. */
export function DayBars({ daily }: { daily: readonly number[] }) {
  const most = Math.max(1, ...daily)
  return (
    <span className={classes.row}>
      <span role="img" aria-label={formatDaily(daily)} className={classes.bars}>
        {daily.map((requests, day) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={day}
            className={classes.bar}
            style={{ height: `${(100 * requests) / most}%` }}
          />
        ))}
      </span>
      <span>{formatNumber(totalOf(daily))}</span>
    </span>
  )
}
