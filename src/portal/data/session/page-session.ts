import { keep, kept } from '../kept.ts'
import { noteServerTime } from '../server-clock.ts'

// The header of the server's `access/session-checks.ts`.
const HEADER = 'X-Page-Session'
const RELOADED = 'orangery.reloaded'

// GraphiQL's page replaces the global function by `pageFetch`.
const browserFetch = globalThis.fetch.bind(globalThis)

export const SESSION_CHANGED = 'session_changed'

/** The session that this page was loaded in; null until a response has named it. */
let own: string | null = null

/**
 * `fetch` for a page that belongs to one session. Each request names that session, and the server
 * rejects it if the browser is in another one by now. The answer to a request in a session of this
 * page may begin a new one, such as a change of the password.
 */
export async function pageFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const sent = own
  const headers = new Headers(init.headers)
  if (sent !== null) headers.set(HEADER, sent)
  const response = await browserFetch(input, { ...init, headers })
  noteServerTime(response.headers)
  const answered = response.headers.get(HEADER)
  if (answered === null || !response.ok || answered === own) return response
  // Another answer named the session first, and it is not this one.
  if (sent !== own) reloadInOtherSession()
  else own = answered
  return response
}

/** Loads the page again, since the browser is in another session than the page. */
export function reloadInOtherSession(): void {
  keep('tab', RELOADED, 'true')
  window.location.reload()
}

/** Whether the page was loaded again for another session. True once. */
export function wasReloaded(): boolean {
  const found = kept('tab', RELOADED) !== null
  keep('tab', RELOADED, '')
  return found
}
