import type { OpenedGrant, RequestUsage } from '../../access/request-usage.ts'
import type { Scope } from '../../access/scopes.ts'
import {
  type ErrorRow,
  type GrantUsage,
  type KeyUsage,
  MAX_ERRORS,
  type StatusCounts,
} from './usage.writes.ts'
import { UsageBuffer } from './usage-buffer.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly usage: RequestUsage
  readonly requestId: string
  /** When it began. */
  readonly at: Date
  /** Its method and path, with names for what varies: `GET /api/v1/assets/{id}`. */
  readonly endpoint: string
  /** The status that was sent. */
  readonly status: number
}

const HOUR_MS = 3_600_000
const NONE: StatusCounts = { ok: 0, refused: 0, limited: 0, failed: 0 }

/** What a request adds to its key. */
export function keyUsage({ usage, at, endpoint, status }: EndedRequest): KeyUsage {
  const row = { keyId: usage.keyId, hour: hourOf(at), endpoint, ...NONE, lastAt: at }
  row[outcomeOf(usage.error?.status ?? status)] = 1
  return row
}

/** What a request adds to a grant that it opened. A 304 counts as a read, of no assets. */
export function grantUsage(
  { usage, at, endpoint, status }: EndedRequest,
  { grant: { id, scopes }, assets }: OpenedGrant,
): GrantUsage {
  const given = { reads: status < 400 ? 1 : 0, assets: status < 300 ? assets : 0 }
  const lastReadAt = given.reads ? at : null
  const row = { grantId: id, hour: hourOf(at), endpoint, scopes, ...NONE, ...given, lastReadAt }
  row[outcomeOf(usage.error?.status ?? status)] = 1
  return row
}

/** The error of a rejected request. */
export function describeError(
  { usage, at, endpoint, requestId }: EndedRequest,
  { status, code }: NonNullable<RequestUsage['error']>,
): ErrorRow {
  return { key_id: usage.keyId, at, endpoint, status, code, request_id: requestId }
}

/** Adds up by key, hour and endpoint. */
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

/** Adds up by grant, hour, endpoint and scopes. */
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

/** Keeps the newest errors of so many keys. */
export function errorBuffer(most: number): UsageBuffer<ErrorRow[]> {
  return new UsageBuffer<ErrorRow[]>({
    most,
    isSame: () => true,
    merge: (into, errors) => {
      into.push(...errors)
      into.splice(0, into.length - MAX_ERRORS)
    },
    requests: (errors) => errors.length,
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

function isSameList(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every((scope, place) => scope === other[place])
}

function outcomeOf(status: number): keyof StatusCounts {
  if (status < 400) return 'ok'
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'failed'
}
