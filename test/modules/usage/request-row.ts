import type { RequestRow } from '../../../src/modules/usage/request.rows.ts'
import { createId } from '../../../src/values/ids.ts'

/** A row of the request log of a key: a request over the rate limit, unless other members are given. */
export function requestRow(keyId: string, given: Partial<RequestRow> = {}): RequestRow {
  return {
    id: createId('logged'),
    key_id: keyId,
    at: new Date('2026-06-10T12:00:00.000Z'),
    request_id: createId('request'),
    method: 'GET',
    endpoint: 'GET /api/v1/assets',
    path: null,
    parameters: [],
    client_id: null,
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'Over the limit.',
    milliseconds: 3,
    bytes: 120,
    cost: 1,
    address: null,
    ...given,
  }
}

const asked = { template: undefined, query: '', operation: null, parameters: new Set('') }

/** A request of a key that has ended. */
export function endedRequest(keyId: string, path: string, at: number, code = 'unknown') {
  return {
    ...{ usage: { keyId, opened: new Map() }, error: null, requestId: 'r', ip: '', cost: 1 },
    ...{ at: new Date(at), endpoint: code, status: 200, milliseconds: 1, bytes: 1 },
    asked: { ...asked, method: 'GET', path },
  }
}
