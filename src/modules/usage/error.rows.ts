import type { GatewayError } from '../../errors.ts'
import type { ErrorCount } from './error.writes.ts'
import type { EndedRequest } from './usage.rows.ts'
import { UsageBuffer } from './usage-buffer.ts'

const DAY_MS = 86_400_000

/** The count that the error of a request adds to its key. */
export function errorCount(
  { usage, at, endpoint, requestId }: EndedRequest,
  { status, code }: GatewayError,
): ErrorCount {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  const last = { lastAt: at, lastRequestId: requestId }
  return { keyId: usage.keyId, day, endpoint, code, status, requests: 1, ...last }
}

/** Creates the buffer that sums counts by key, day, endpoint and code. */
export function errorCountBuffer(most: number): UsageBuffer<ErrorCount> {
  return new UsageBuffer<ErrorCount>({
    most,
    isSame: (one, other) =>
      one.day === other.day && one.endpoint === other.endpoint && one.code === other.code,
    merge: (into, { requests, lastAt, lastRequestId }) => {
      into.requests += requests
      if (lastAt < into.lastAt) return
      into.lastAt = lastAt
      into.lastRequestId = lastRequestId
    },
    requests: ({ requests }) => requests,
  })
}
