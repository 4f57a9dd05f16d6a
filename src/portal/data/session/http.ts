import { LANGUAGE } from '../../i18n/language.ts'
import { createPortalError, OFFLINE, type PortalError, UNREADABLE } from '../error.ts'
import { memberOf } from '../send-read.ts'
import type { Result } from '../use-run.ts'
import { pageFetch, reloadInOtherSession, SESSION_CHANGED } from './page-session.ts'

/** Sends a POST to a path of the server other than GraphQL. Never throws. */
export function post<Body>(path: string, body: object = {}): Promise<Result<Body>> {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    // A person who signs in gets mails in the language of the page.
    'Accept-Language': LANGUAGE,
  }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends a GET, like `post`. */
export function get<Body>(path: string): Promise<Result<Body>> {
  return send(path, { headers: { Accept: 'application/json' } })
}

async function send<Body>(path: string, init: RequestInit): Promise<Result<Body>> {
  try {
    const response = await pageFetch(path, { ...init, credentials: 'same-origin' })
    const text = await response.text()
    const body = text === '' ? {} : JSON.parse(text)
    if (response.ok) return { body }
    const error = parseError(body, path, response.headers)
    if (error.code === SESSION_CHANGED) reloadInOtherSession()
    return { error }
  } catch (thrown) {
    return { error: thrown instanceof SyntaxError ? UNREADABLE : OFFLINE }
  }
}

/** The error of a response whose body is `{ error: { code } }`. */
export function parseError(body: unknown, path: string, headers: Headers): PortalError {
  const code = memberOf(memberOf(body, 'error'), 'code')
  return createPortalError({
    code: typeof code === 'string' ? code : 'internal_error',
    requestId: headers.get('X-Request-Id'),
    action: path,
    retryAfter: headers.get('Retry-After'),
  })
}
