import { memberOf } from '../../../values/json.ts'
import { LANGUAGE } from '../../i18n/language.ts'
import type { ActionTexts } from '../../words/errors/error-texts.ts'
import { PATH_TEXTS } from '../../words/errors/path-texts.ts'
import { createPortalError, OFFLINE, type PortalError, UNREADABLE } from '../error.ts'
import type { Result } from '../use-run.ts'
import { pageFetch, reloadInOtherSession, SESSION_CHANGED } from './page-session.ts'

/** The JSON of a response and its error. A response of GraphQL may have both. */
interface Reply<Body> {
  readonly body?: Body
  readonly error?: PortalError
}

/** Sends a POST to a path of the server other than GraphQL. Never throws. */
export async function post<Body>(path: string, body: object = {}): Promise<Result<Body>> {
  return resultOf(await exchange<Body>(path, asPost(body)))
}

/** Sends a GET, like `post`. */
export async function get<Body>(path: string): Promise<Result<Body>> {
  return resultOf(await exchange<Body>(path, { headers: { Accept: 'application/json' } }))
}

/** A POST with this body. */
export function asPost(body: object): RequestInit {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    // A person who signs in gets mails in the language of the page.
    'Accept-Language': LANGUAGE,
  }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** Sends a request with the session cookie. `texts` are those of the action. Never throws. */
export async function exchange<Body>(
  path: string,
  init: RequestInit,
  texts: ActionTexts | undefined = PATH_TEXTS[path],
): Promise<Reply<Body>> {
  try {
    const response = await pageFetch(path, { ...init, credentials: 'same-origin' })
    const text = await response.text()
    const body = text === '' ? {} : JSON.parse(text)
    if (response.ok && memberOf(body, 'errors') === undefined) return { body }
    const error = parseError(body, response.headers, texts)
    if (error.code === SESSION_CHANGED) reloadInOtherSession()
    return { body, error }
  } catch (thrown) {
    return { error: thrown instanceof SyntaxError ? UNREADABLE : OFFLINE }
  }
}

function resultOf<Body>({ body, error }: Reply<Body>): Result<Body> {
  return error || body === undefined ? { error: error ?? UNREADABLE } : { body }
}

/** The error of a response whose body is `{ error: { code } }`, or the first of one of GraphQL. */
export function parseError(body: unknown, headers: Headers, texts?: ActionTexts): PortalError {
  const ofGraphql = memberOf(body, 'errors', '0', 'extensions')
  const code = memberOf(memberOf(body, 'error') ?? ofGraphql, 'code')
  return createPortalError({
    code: typeof code === 'string' ? code : 'internal_error',
    requestId: headers.get('X-Request-Id'),
    texts,
    retryAfter: headers.get('Retry-After'),
  })
}
