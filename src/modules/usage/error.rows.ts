import type { GatewayError } from '../../errors.ts'
import { type ErrorCount, type ErrorRow, MAX_OF_CODE } from './error.writes.ts'
import type { EndedRequest } from './usage.rows.ts'
import { UsageBuffer } from './usage-buffer.ts'

const DAY_MS = 86_400_000

/** The error of a request. */
export function describeError(
  { usage, at, endpoint, requestId }: EndedRequest,
  { status, code }: GatewayError,
): ErrorRow {
  return { key_id: usage.keyId, at, endpoint, status, code, request_id: requestId }
}

/** The count that an error adds to its key. */
export function errorCount({ key_id, at, request_id, ...same }: ErrorRow): ErrorCount {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS
  return { ...same, keyId: key_id, day, requests: 1, lastAt: at, lastRequestId: request_id }
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

/** Creates the buffer that keeps the newest errors for at most `most` combinations of key, code and endpoint. */
export function errorBuffer(most: number): UsageBuffer<ErrorRow[]> {
  return new UsageBuffer<ErrorRow[]>({
    most,
    isSame: ([one], [other]) => one?.code === other?.code && one?.endpoint === other?.endpoint,
    merge: (into, errors) => {
      into.push(...errors)
      into.splice(0, into.length - MAX_OF_CODE)
    },
    requests: (errors) => errors.length,
  })
}
