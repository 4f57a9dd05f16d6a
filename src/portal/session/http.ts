import { createPortalError, OFFLINE, type PortalError, UNREADABLE } from '../error.ts'

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
    const response = await fetch(path, { ...init, credentials: 'same-origin' })
    const text = await response.text()
    const body = text === '' ? {} : JSON.parse(text)
    return response.ok
      ? { body }
      : { error: parseError(body, response.headers.get('X-Request-Id')) }
  } catch (thrown) {
    return { error: thrown instanceof SyntaxError ? UNREADABLE : OFFLINE }
  }
}

/** The error in a response body: `{ error: { code, message } }`, or the flat form of better-auth. */
export function parseError(body: unknown, requestId: string | null): PortalError {
  const source = memberOf(body, 'error') ?? body
  const [code, message] = [memberOf(source, 'code'), memberOf(source, 'message')]
  return createPortalError(
    typeof code === 'string' ? code.toLowerCase() : 'internal_error',
    typeof message === 'string' && message !== '' ? message : UNREADABLE.message,
    requestId,
  )
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Ends the session and reloads the portal. */
export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out')
  window.location.assign('/sign-in')
}
