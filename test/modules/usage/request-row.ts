import type { StoredRequest } from '../../../src/modules/usage/stored-requests.ts'
import type { Tally } from '../../../src/modules/usage/usage.writes.ts'
import { createId } from '../../../src/values/ids.ts'

/** A row of the request log of a key: a request over the rate limit, unless other members are given. */
export function requestRow(keyId: string, given: Partial<StoredRequest> = {}): StoredRequest {
  const at = new Date('2026-06-10T12:00:00.000Z')
  return {
    ...{ id: createId('logged'), key_id: keyId, at, request_id: createId('request') },
    ...{ method: 'GET', endpoint: 'GET /api/v1/assets', path: null, parameters: [] },
    ...{ client_id: null, status: 429, code: 'rate_limit_exceeded', message: 'Over the limit.' },
    ...{ milliseconds: 3, bytes: 120, cost: 1, address: null, version: null, ...given },
  }
}

/** A request of a key that was answered, unless other members are given. */
export function tally(id: string, given: Partial<Tally> = {}): Tally {
  const at = new Date('2026-06-10T12:00:00.000Z')
  return {
    ...{ id, scopes: null, hour: at, endpoint: 'GET /api/v1/assets', status: 200, code: null },
    ...{ is_read: true, requests: 1, assets: 0, last_at: at, last_request_id: 'r' },
    ...{ most_used: 1, most_used_at: at, ...given },
  }
}

const asked = { template: undefined, query: '', operation: null, parameters: new Set('') }

/** A request of a key that has ended. */
export function endedRequest(key_id: string, path: string, at: number, endpoint = 'unknown') {
  const ended = { at: new Date(at), endpoint, status: 200, code: null, message: null }
  const request = { ...requestRow(key_id, ended), asked: { ...asked, method: 'GET', path } }
  return { request, answered: 200, grants: [], used: 1 }
}
