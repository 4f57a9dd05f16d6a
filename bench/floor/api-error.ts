/** An error of the interface, which rejects a request. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'not_found',
  429: 'rate_limit_error',
}

export function errorBody(thrown: unknown, requestId: string) {
  const known = thrown instanceof ApiError ? thrown : null
  const type = TYPES[known?.status ?? 500] ?? 'api_error'
  const code = known?.code ?? 'internal_error'
  const message = known?.message ?? 'Something went wrong.'
  return { error: { type, code, message, request_id: requestId } }
}
