import type { GatewayError } from '../../errors.ts'
import type { OpenedGrant, RequestUsage } from '../../load/request-usage.ts'
import type { Asked } from './asked.ts'
import type { GrantUsage, KeyUsage, StatusCounts } from './usage.writes.ts'
import { UsageBuffer } from './usage-buffer.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly usage: RequestUsage
  /** The error with the highest status; null: there was none. */
  readonly error: GatewayError | null
  readonly requestId: string
  /** When it began. */
  readonly at: Date
  /** Its method and path, with names for the variable parts: `GET /api/v1/assets/{id}`. */
  readonly endpoint: string
  /** The status of `endStatusOf`. */
  readonly status: number
  readonly asked: Asked
  readonly ip: string
  readonly milliseconds: number
  /** The length of the body that was sent. */
  readonly bytes: number
  /** How many requests it counted as. */
  readonly cost: number
}

const HOUR_MS = 3_600_000
const NONE: StatusCounts = { ok: 0, refused: 0, limited: 0, failed: 0 }

/** The counts that a request adds to its key. */
export function keyUsage({ usage, error, at, endpoint, status }: EndedRequest): KeyUsage {
  const row = { keyId: usage.keyId, hour: hourOf(at), endpoint, ...NONE, lastAt: at }
  row[outcomeOf(error?.status ?? status)] = 1
  return row
}

/** The counts that a request adds to a grant that it opened. A 304 counts as a read of no assets. */
export function grantUsage(
  { error, at, endpoint, status }: EndedRequest,
  { grant: { id, scopes }, assets }: OpenedGrant,
): GrantUsage {
  const given = { reads: status < 400 ? 1 : 0, assets: status < 300 ? assets : 0 }
  const lastReadAt = given.reads ? at : null
  const row = { grantId: id, hour: hourOf(at), endpoint, scopes, ...NONE, ...given, lastReadAt }
  row[outcomeOf(error?.status ?? status)] = 1
  return row
}

/** Creates the buffer that sums counts by key, hour and endpoint. */
export function keyUsageBuffer(most: number): UsageBuffer<KeyUsage> {
  return new UsageBuffer<KeyUsage>({
    most,
    isSame: (one, other) => one.hour === other.hour && one.endpoint === other.endpoint,
    merge: (into, row) => {
      addOutcomes(into, row)
      into.lastAt = later(into.lastAt, row.lastAt)
    },
    requests: requestsOf,
  })
}

/** Creates the buffer that sums counts by grant, hour, endpoint and scopes. */
export function grantUsageBuffer(most: number): UsageBuffer<GrantUsage> {
  return new UsageBuffer<GrantUsage>({
    most,
    isSame: (one, other) =>
      one.hour === other.hour &&
      one.endpoint === other.endpoint &&
      isSameList(one.scopes, other.scopes),
    merge: (into, row) => {
      addOutcomes(into, row)
      into.reads += row.reads
      into.assets += row.assets
      if (row.lastReadAt) into.lastReadAt = later(into.lastReadAt, row.lastReadAt)
    },
    requests: requestsOf,
  })
}

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
const later = (one: Date | null, other: Date) => (one && one > other ? one : other)
const requestsOf = ({ ok, refused, limited, failed }: StatusCounts) =>
  ok + refused + limited + failed

function addOutcomes(into: StatusCounts, row: StatusCounts): void {
  into.ok += row.ok
  into.refused += row.refused
  into.limited += row.limited
  into.failed += row.failed
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope, place) => scope === other[place])
}

function outcomeOf(status: number): keyof StatusCounts {
  if (status < 400) return 'ok'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
