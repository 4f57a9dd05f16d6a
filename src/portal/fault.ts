import type { CombinedError } from 'urql'

/** What went wrong, in words fit to show, and the request by which it is found in the log. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly requestId: string | null
}

export const OFFLINE: Fault = {
  code: 'offline',
  message: 'The gateway cannot be reached. Check your connection and try again.',
  requestId: null,
}

export const UNREADABLE: Fault = {
  code: 'unreadable',
  message: 'The answer could not be read. Try again shortly.',
  requestId: null,
}

/** The first of an answer's errors; what never became an answer says so. */
export function faultOf(error: CombinedError): Fault {
  const [first] = error.graphQLErrors
  if (!first) return error.response ? UNREADABLE : OFFLINE
  const { code, request_id } = first.extensions
  return {
    code: typeof code === 'string' ? code : 'internal_error',
    message: first.message,
    requestId: typeof request_id === 'string' ? request_id : null,
  }
}
