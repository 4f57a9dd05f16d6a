import type { CombinedError } from 'urql'

/** An error as it is shown to the user. */
export interface PortalError {
  readonly code: string
  readonly message: string
  /** The id by which the request is found in the server's log. */
  readonly requestId: string | null
}

export const OFFLINE: PortalError = {
  code: 'offline',
  message: 'The server cannot be reached. Check your connection and try again.',
  requestId: null,
}

export const UNREADABLE: PortalError = {
  code: 'unreadable',
  message: 'The server sent an unexpected response. Try again shortly.',
  requestId: null,
}

// The user has just cancelled the confirmation; the server's message is written for programs.
const NOT_CONFIRMED = 'You did not confirm that it’s you, so nothing was changed.'

// The server's message names a GraphQL field. Its limits are all per minute.
const TOO_MANY_REQUESTS = 'Too many requests. Try again in about a minute.'

/** An error response of the server. */
export function createPortalError(
  code: string,
  message: string,
  requestId: string | null,
): PortalError {
  const shown = code === 'recent_sign_in_required' ? NOT_CONFIRMED : message
  return { code, message: shown, requestId }
}

/** The first error of a GraphQL response, or why there was no response. */
export function toPortalError(error: CombinedError): PortalError {
  const [first] = error.graphQLErrors
  if (!first) return error.response ? UNREADABLE : OFFLINE
  const { code, request_id } = first.extensions
  return createPortalError(
    typeof code === 'string' ? code : 'internal_error',
    code === 'rate_limit_exceeded' ? TOO_MANY_REQUESTS : first.message,
    typeof request_id === 'string' ? request_id : null,
  )
}
