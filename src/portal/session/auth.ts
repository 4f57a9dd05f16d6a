import { type Fault, faultFrom, OFFLINE, UNREADABLE } from '../fault.ts'

/** What sign-in answers: the body, or what went wrong. */
export type Answer<Body> = { readonly body: Body } | { readonly fault: Fault }

/** A POST to one of the gateway's own paths outside GraphQL. */
export function post<Body>(path: string, body: object = {}): Promise<Answer<Body>> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** A GET, likewise. */
export function get<Body>(path: string): Promise<Answer<Body>> {
  return send(path, { headers: { Accept: 'application/json' } })
}

async function send<Body>(path: string, init: RequestInit): Promise<Answer<Body>> {
  try {
    const response = await fetch(path, { ...init, credentials: 'same-origin' })
    const text = await response.text()
    const body = text === '' ? {} : JSON.parse(text)
    return response.ok ? { body } : { fault: faultIn(body, response) }
  } catch (thrown) {
    return { fault: thrown instanceof SyntaxError ? UNREADABLE : OFFLINE }
  }
}

// The gateway's own body of an error, or the flat one of the sign-in library.
function faultIn(body: unknown, { headers }: Response): Fault {
  const error = memberOf(body, 'error') ?? body
  const [code, message] = [memberOf(error, 'code'), memberOf(error, 'message')]
  return faultFrom(
    typeof code === 'string' ? code.toLowerCase() : 'internal_error',
    typeof message === 'string' && message !== '' ? message : UNREADABLE.message,
    headers.get('X-Request-Id'),
  )
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Ends the session and starts the portal anew. */
export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out')
  window.location.assign('/sign-in')
}
