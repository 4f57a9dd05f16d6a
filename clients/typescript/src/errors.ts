/** The members of an error body, and what the response says beside it. */
export interface Refusal {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly message: string
  readonly request_id: string
  /** The address of the page about this code; null if the response names none. */
  readonly help: string | null
}

/** The base of every error of this package. */
export class OrangeryError extends Error {
  override readonly name: string = 'OrangeryError'
}

/** No usable response after all attempts: no connection, a time limit, or a body that is not whole. */
export class NoResponseError extends OrangeryError {
  override readonly name = 'NoResponseError'
}

/** A webhook that is not from the gateway, or that is an old one sent again. */
export class WebhookError extends OrangeryError {
  override readonly name = 'WebhookError'
}

/** A response with an error. Decide by `status` and `code`; `message` is for people. */
export class ApiError extends OrangeryError implements Refusal {
  override readonly name: string = 'ApiError'
  readonly status: number
  readonly type: string
  readonly code: string
  readonly request_id: string
  readonly help: string | null

  constructor({ status, type, code, message, request_id, help }: Refusal) {
    super(`${status} ${code}: ${message} (${request_id})`)
    this.status = status
    this.type = type
    this.code = code
    this.request_id = request_id
    this.help = help
  }
}

/** 400, 404 of a path, 405: the request is wrong, and would be refused again. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the key or the token is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 403: there is no grant, it has ended, or it does not show what was asked for. */
export class AuthorizationError extends ApiError {
  override readonly name = 'AuthorizationError'
}

/** 404: there is no such thing. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 429, after all attempts, or with a wait that is longer than the program allows. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}

/** 5xx, after all attempts. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}

const CLASSES: Readonly<Record<number, new (refusal: Refusal) => ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: AuthorizationError,
  404: NotFoundError,
  405: InvalidRequestError,
  429: RateLimitError,
}

/** Whether an error says that the key cannot be used: each other request would be refused as well. */
export function isOfKey(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error instanceof AuthenticationError || error.code === 'ip_not_allowed')
  )
}

/** The error of a response, in the class of its status. */
export function apiError(refusal: Refusal): ApiError {
  const Class = CLASSES[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError)
  return new Class(refusal)
}
