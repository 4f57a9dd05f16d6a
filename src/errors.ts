const ERRORS = {
  missing_parameter: [400, 'invalid_request_error'],
  malformed_request: [400, 'invalid_request_error'],
  invalid_parameter: [400, 'invalid_request_error'],
  unknown_parameter: [400, 'invalid_request_error'],
  missing_version: [400, 'invalid_request_error'],
  invalid_version: [400, 'invalid_request_error'],
  unsupported_version: [400, 'invalid_request_error'],
  invalid_body: [400, 'invalid_request_error'],
  invalid_document: [400, 'invalid_request_error'],
  document_too_costly: [400, 'invalid_request_error'],
  plant_exists: [400, 'invalid_request_error'],
  missing_api_key: [401, 'authentication_error'],
  invalid_api_key: [401, 'authentication_error'],
  revoked_api_key: [401, 'authentication_error'],
  expired_api_key: [401, 'authentication_error'],
  missing_access_token: [401, 'authentication_error'],
  invalid_access_token: [401, 'authentication_error'],
  revoked_access_token: [401, 'authentication_error'],
  expired_access_token: [401, 'authentication_error'],
  invalid_service_account: [401, 'authentication_error'],
  revoked_service_account: [401, 'authentication_error'],
  expired_service_account: [401, 'authentication_error'],
  invalid_session: [401, 'authentication_error'],
  expired_session: [401, 'authentication_error'],
  invalid_credentials: [401, 'authentication_error'],
  invalid_code: [401, 'authentication_error'],
  invalid_invitation: [401, 'authentication_error'],
  origin_not_allowed: [403, 'authorization_error'],
  no_active_grant: [403, 'authorization_error'],
  grant_revoked: [403, 'authorization_error'],
  grant_expired: [403, 'authorization_error'],
  insufficient_scope: [403, 'authorization_error'],
  asset_not_in_grant: [403, 'authorization_error'],
  ip_not_allowed: [403, 'authorization_error'],
  document_not_trusted: [403, 'authorization_error'],
  enterprise_plan_required: [403, 'authorization_error'],
  sandbox_only: [403, 'authorization_error'],
  caller_not_allowed: [403, 'authorization_error'],
  recent_sign_in_required: [403, 'authorization_error'],
  second_factor_required: [403, 'authorization_error'],
  asset_not_found: [404, 'not_found'],
  plant_not_found: [404, 'not_found'],
  record_not_found: [404, 'not_found'],
  route_not_found: [404, 'not_found'],
  method_not_allowed: [405, 'invalid_request_error'],
  not_acceptable: [406, 'invalid_request_error'],
  request_timeout: [408, 'invalid_request_error'],
  state_conflict: [409, 'invalid_request_error'],
  session_changed: [409, 'invalid_request_error'],
  terms_changed: [409, 'invalid_request_error'],
  body_too_large: [413, 'invalid_request_error'],
  unsupported_media_type: [415, 'invalid_request_error'],
  rate_limit_exceeded: [429, 'rate_limit_error'],
  too_many_concurrent_requests: [429, 'rate_limit_error'],
  headers_too_large: [431, 'invalid_request_error'],
  internal_error: [500, 'api_error'],
  service_unavailable: [503, 'api_error'],
} as const satisfies Record<string, readonly [status: number, type: string]>

export type ErrorCode = keyof typeof ERRORS
type ErrorType = (typeof ERRORS)[ErrorCode][1]

/** The complete list of error codes. A published code never changes its meaning. */
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return ERRORS[code][0]
}

/**
 * An error that the caller can act on. Its message is sent as it is, so it never contains a secret or
 * a private value. Any other error is sent as an `internal_error` without details.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode
  /** Response headers of this error, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return statusOf(this.code)
  }

  get type(): ErrorType {
    return ERRORS[this.code][1]
  }
}

type ErrorOptions = ConstructorParameters<typeof GatewayError>[2]

/** The error for a body that is not accepted. */
export function invalidBody(message: string): GatewayError {
  return new GatewayError('invalid_body', message)
}

/** The error for an argument that is not accepted. Its message says which values are. */
export function invalidParameter(message: string, options?: ErrorOptions): GatewayError {
  return new GatewayError('invalid_parameter', message, options)
}

/** The error for an action that the present state does not allow. */
export function stateConflict(message: string, options?: ErrorOptions): GatewayError {
  return new GatewayError('state_conflict', message, options)
}

/** The error for a call without an argument that it needs. `takes` names the argument, and says what it takes. */
export function missingParameter(takes: string): GatewayError {
  return new GatewayError('missing_parameter', `Missing parameter: ${takes}`)
}

/** The error for a caller who may not do this. */
export function callerNotAllowed(message: string): GatewayError {
  return new GatewayError('caller_not_allowed', message)
}

/** The error code of a filter. Throws `invalid_parameter` for a text that is none. */
export function parseCode(text: string): ErrorCode {
  const code = ERROR_CODES.find((each) => each === text)
  if (code !== undefined) return code
  throw invalidParameter('code takes an error code of the interface.')
}

// Codes of a database that does no work for now, from the operating system, PostgreSQL, Prisma (P…) and its adapter:
// connection lost or refused, server starting or stopping, disk full, too many connections, read-only server.
const REFUSED =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5]|53\w{3}|25006|P1001|P1002|P1008|P1017|P2024|P2037|ConnectionClosed|SocketTimeout)$/
// Codes of one statement or transaction after which a retry may succeed: statement timeout, lock timeout,
// serialization failure, deadlock.
const INTERRUPTED = /^(57014|55P03|40001|40P01|P2028|P2034)$/
const REFUSED_MESSAGE =
  /timeout exceeded when trying to connect|connection terminated|not queryable|after calling end on the pool|query read timeout/i

/** The error to send for a thrown value: the value if it is a GatewayError, or else a 503 or 500 without details. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  if (isDatabaseUnavailable(thrown)) return serviceUnavailable(thrown)
  return new GatewayError(
    'internal_error',
    'Something went wrong on our side. Quote the request id when you report it.',
    { cause: thrown },
  )
}

/** The error for a failure after which a retry may succeed: 503 with `Retry-After`. */
export function serviceUnavailable(cause?: unknown): GatewayError {
  return new GatewayError(
    'service_unavailable',
    'The service is not available for the moment. Try again shortly.',
    { headers: { 'Retry-After': '2' }, cause },
  )
}

/** This error is never sent. It stops the work for a client that has disconnected. */
export function clientDisconnected(): GatewayError {
  const reason = 'The client disconnected while the request waited.'
  return new GatewayError('too_many_concurrent_requests', reason)
}

/** The error for a production key that uses a feature of the sandbox. */
export function sandboxOnly(what: string): GatewayError {
  return new GatewayError('sandbox_only', `${what} is for sandbox keys only.`)
}

/** Whether a retry of the work may succeed: the database refuses it for now, or has interrupted it. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  return isDatabaseRefusing(thrown) || hasCode(thrown, INTERRUPTED)
}

/** Whether the database refuses work for now, and not this work alone. */
export function isDatabaseRefusing(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if (hasCode(thrown, REFUSED) || REFUSED_MESSAGE.test(thrown.message)) return true
  return isDatabaseRefusing(thrown.cause)
}

/** The code of an error of ours, of the system, of PostgreSQL or of Prisma. Empty: it has none. */
export function codeOf(thrown: unknown): string {
  const code = memberOf(thrown, 'code')
  return typeof code === 'string' ? code : ''
}

export const PG_CODES = {
  insufficientPrivilege: '42501',
  lockNotAvailable: '55P03',
  undefinedTable: '42P01',
  uniqueViolation: '23505',
} as const

/** Handles an error with this code in a `catch`: the result is undefined. Any other error is thrown. */
export function ignoring(code: string): (thrown: unknown) => undefined {
  return (thrown) => {
    if (codeOf(thrown) !== code) throw thrown
  }
}

/** Whether Prisma refused a write because a unique index has the value already. */
export function isCollision(thrown: unknown): boolean {
  // Not of a cause: a GatewayError for one collision must not be taken for another.
  return thrown instanceof Error && codesOf(thrown).includes('P2002')
}

function hasCode(thrown: unknown, codes: RegExp): boolean {
  if (!(thrown instanceof Error)) return false
  // The error of a file names its path. Its code, such as ENOENT, says nothing about the database.
  const own = typeof memberOf(thrown, 'path') === 'string' ? [] : codesOf(thrown)
  return own.some((code) => codes.test(code)) || hasCode(thrown.cause, codes)
}

/** The codes of an error: its own, and those of the driver error in Prisma's adapter. */
export function codesOf(error: Error): string[] {
  const cause = memberOf(memberOf(memberOf(error, 'meta'), 'driverAdapterError'), 'cause')
  const codes = [memberOf(error, 'code'), memberOf(cause, 'originalCode'), memberOf(cause, 'kind')]
  return codes.filter((code) => typeof code === 'string')
}

/** A member of a value that may be no object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
