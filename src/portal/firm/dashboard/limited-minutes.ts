/** A minute in which the rate limit rejected requests. */
export interface LimitedMinute {
  /** Its start, as RFC 3339. */
  readonly minute: string
  readonly rejected: number
}

interface RequestError {
  readonly at: string
  readonly code: string
}

const MINUTE_MS = 60_000

/** The minutes in which the rate limit rejected requests: most rejections first, then newest. */
export function limitedMinutes(errors: readonly RequestError[]): readonly LimitedMinute[] {
  const counts = new Map<number, number>()
  for (const { at, code } of errors) {
    if (code !== 'rate_limit_exceeded') continue
    const start = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  return [...counts]
    .sort(([start, count], [otherStart, other]) => other - count || otherStart - start)
    .map(([start, rejected]) => ({ minute: new Date(start).toISOString(), rejected }))
}
