import type { OpenedGrant } from '../../load/request-usage.ts'
import { createId } from '../../values/ids.ts'
import { type Asked, showAsked } from './asked.ts'
import { showMessage } from './shown-message.ts'
import type { EndedRequest } from './usage.rows.ts'

/** One request of a key, as it is stored. */
export interface RequestRow {
  readonly id: string
  readonly key_id: string
  readonly at: Date
  readonly request_id: string
  readonly method: string
  readonly endpoint: string
  readonly path: string | null
  /** Each as `name=value`. */
  readonly parameters: readonly string[]
  readonly client_id: string | null
  /** Of an error its own: a GraphQL response with an error can have another. */
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly milliseconds: number
  readonly bytes: number
  readonly cost: number
  readonly address: string | null
}

/** A request that waits to be written. It has what arrived: most requests of a burst are never written. */
export interface PendingRequest extends Omit<RequestRow, 'id' | 'method' | 'path' | 'parameters'> {
  readonly asked: Asked
}

/** The request without its context, so that the memory of the context is free. */
export function pendingRequest(ended: EndedRequest): PendingRequest {
  const { usage, error, requestId, ip, endpoint, at, asked, milliseconds, bytes, cost } = ended
  return {
    key_id: usage.keyId,
    at,
    request_id: requestId,
    endpoint,
    client_id: onlyClientOf(usage.opened),
    status: error?.status ?? ended.status,
    code: error?.code ?? null,
    message: error?.message ?? null,
    milliseconds,
    bytes,
    cost,
    // It explains this error alone.
    address: error?.code === 'ip_not_allowed' ? ip : null,
    asked,
  }
}

/** The row of a request: what was asked is decoded, and cleaned of secrets. */
export function describeRequest({ asked, ...same }: PendingRequest): RequestRow {
  const { clientId, path, parameters } = showAsked(asked)
  return {
    ...same,
    id: createId('logged'),
    method: asked.method,
    path,
    parameters,
    client_id: clientId ?? same.client_id,
    message: same.message && showMessage(same.message),
  }
}

function onlyClientOf(opened: ReadonlyMap<string, OpenedGrant>): string | null {
  const [first, second] = opened.values()
  return first && !second ? first.clientId : null
}
