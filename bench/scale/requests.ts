import type { BenchRequest } from '../contenders/request.ts'
import { rest } from '../contenders/request.ts'
import { Connection } from '../load/connection.ts'
import { encodeRequest } from '../load/encode-request.ts'
import { clientId, firstAsset, keyOf } from './ids.ts'
import { type Spread, spreadOf } from './spread.ts'

/** The requests for a client, by the name of the measurement. */
export const KINDS = {
  page: (id) => `/api/v1/assets?client_id=${id}`,
  'one asset': (id, number) => `/api/v1/assets/${firstAsset(number)}?client_id=${id}`,
  delta: (id) => `/api/v1/assets?client_id=${id}&updated_since=${SINCE}`,
  summary: (id) => `/api/v1/portfolio/summary?client_id=${id}`,
  'unchanged poll': (id) => `/api/v1/assets?client_id=${id}&updated_since=${AFTER_ALL}`,
} satisfies Record<string, (id: string, number: number) => string>

export type Kind = keyof typeof KINDS

// A fortieth of the assets that fill.sql creates changed after it.
const SINCE = '2025-10-10T00:00:00Z'

// After the last change of fill.sql.
const AFTER_ALL = '2026-01-01T00:00:00Z'

const UNCHANGED_POLLS = 1_000

const LIMIT_MS = 12_000

/** How many requests of a kind are sent, where a run sends so many of the others. */
export function countOf(kind: Kind, requests: number): number {
  return kind === 'unchanged poll' ? UNCHANGED_POLLS : requests
}

/** The request of a kind for the client of that number. */
export function requestFor(kind: Kind, number: number, secrets: readonly string[]): BenchRequest {
  const path: (id: string, number: number) => string = KINDS[kind]
  return rest(path(clientId(number), number), secrets[keyOf(number)] ?? '')
}

/**
 * Sends requests one after another on one connection, for at most twelve seconds; the milliseconds of each.
 * Ends at the rate limit. Throws unless all others are 200.
 */
export async function timeRequests(
  base: string,
  requests: readonly BenchRequest[],
): Promise<Spread> {
  const end = performance.now() + LIMIT_MS
  const url = new URL(base)
  const connection = new Connection(url)
  const times: number[] = []
  try {
    for (const request of requests) {
      const bytes = encodeRequest(request, url.host)
      const start = performance.now()
      if (start > end && times.length > 0) break
      const { status } = await connection.exchange(bytes)
      // A person has asked for all that a minute allows.
      if (status === 429 && times.length > 0) break
      times.push(performance.now() - start)
      if (status !== 200) throw new Error(`${request.path}: ${status}`)
    }
  } finally {
    connection.close('measured')
  }
  return spreadOf(times)
}
