import { createPortalError, OFFLINE, type PortalError, UNREADABLE } from '../error.ts'
import { pageFetch, reloadInOtherSession, SESSION_CHANGED } from './page-session.ts'

/** The body of a successful response, or the error. */
export type HttpResult<Body> = { readonly body: Body } | { readonly error: PortalError }

/** Sends a POST to a path of the server other than GraphQL. Never throws. */
export function post<Body>(path: string, body: object = {}): Promise<HttpResult<Body>> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends a GET, like `post`. */
export function get<Body>(path: string): Promise<HttpResult<Body>> {
  return send(path, { headers: { Accept: 'application/json' } })
}

async function send<Body>(path: string, init: RequestInit): Promise<HttpResult<Body>> {
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

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Ends the session and opens the sign-in page, with `leave` where it should lead back here. */
export async function signOut(
  leave: () => void = () => window.location.assign('/sign-in'),
): Promise<void> {
  const result = await post('/api/auth/sign-out')
  const isOthers = 'error' in result && result.error.code === SESSION_CHANGED
  if (!isOthers) leave()
}
