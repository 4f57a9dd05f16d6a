import type { CombinedError } from 'urql'

/** What went wrong, in words fit to show, and the request by which it is found in the log. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly requestId: string | null
}

export const OFFLINE: Fault = {
  code: 'offline',
  message: 'The server cannot be reached. Check your connection and try again.',
  requestId: null,
}

export const UNREADABLE: Fault = {
  code: 'unreadable',
  message: 'The server sent an unexpected response. Try again shortly.',
  requestId: null,
}

// The gateway's own words are for programs; here the person has just cancelled.
const NOT_CONFIRMED = 'You did not confirm that it’s you, so nothing was changed.'

// The server's own message is for programs, and names a field and a window.
const TOO_MANY = 'Too many requests. Try again in about a minute.'

/** A refusal of the gateway, in words fit to show. */
export function faultFrom(code: string, message: string, requestId: string | null): Fault {
  const shown = code === 'recent_sign_in_required' ? NOT_CONFIRMED : message
  return { code, message: shown, requestId }
}

/** The first of an answer's errors; what never became an answer says so. */
export function faultOf(error: CombinedError): Fault {
  const [first] = error.graphQLErrors
  if (!first) return error.response ? UNREADABLE : OFFLINE
  const { code, request_id } = first.extensions
  return faultFrom(
    typeof code === 'string' ? code : 'internal_error',
    code === 'rate_limit_exceeded' ? TOO_MANY : first.message,
    typeof request_id === 'string' ? request_id : null,
  )
}
