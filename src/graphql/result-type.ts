import type { Request } from 'express'
import { GatewayError } from '../errors.ts'

const PLAIN_JSON = 'application/json; charset=utf-8'
// The types include the charset, so that a client may name it. The first type is the answer to `*/*`.
const RESULT_TYPES = [PLAIN_JSON, 'application/graphql-response+json; charset=utf-8']

/**
 * The media type of a result that the client prefers. Throws `not_acceptable` if it accepts none. Call this before the
 * operation runs: a client that cannot read the result would not know whether a mutation was done.
 */
export function chooseResultType(request: Request): string {
  const type = request.accepts(RESULT_TYPES)
  if (type) return type
  throw new GatewayError(
    'not_acceptable',
    'Accept application/json or application/graphql-response+json, in UTF-8.',
  )
}

/** Whether the type of a result is the one of clients that take status 200 for errors of the document. */
export function isPlainJson(resultType: string): boolean {
  return resultType === PLAIN_JSON
}
