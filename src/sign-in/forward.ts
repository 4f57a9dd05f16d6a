import type { Request as ExpressRequest } from 'express'
import { formatCookies, parseCookies } from '../access/cookies.ts'
import type { Auth } from './auth.ts'
import { toGatewayError } from './error.ts'
import type { SignInResponse } from './sign-in-context.ts'

/** The only address that better-auth knows. The router checks the real origin of requests. */
export const INNER_URL = 'http://gateway.internal'
export const ADDRESS_HEADER = 'x-orangery-address'

const MAX_AGENT_LENGTH = 300

/** A request to better-auth: GET without a body, otherwise POST. */
interface ForwardedRequest {
  readonly path: string
  readonly body: object | undefined
  /** The name of a cookie that is not forwarded; null if all are. */
  readonly omittedCookie: string | null
}

/** Forwards a checked request to better-auth with the headers that it needs. Throws its errors as gateway errors. */
export async function forward(
  auth: Auth,
  request: ExpressRequest,
  { path, body, omittedCookie }: ForwardedRequest,
): Promise<SignInResponse> {
  const response = await auth.handler(
    new Request(`${INNER_URL}/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: createHeaders(request, omittedCookie),
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  if (!response.ok) throw toGatewayError(response.status, text)
  return { body: withoutTokens(text), cookies: response.headers.getSetCookie() }
}

/** The user agent of the request, cut to 300 characters. */
export function userAgentOf(request: ExpressRequest): string {
  return (request.get('User-Agent') ?? '').slice(0, MAX_AGENT_LENGTH)
}

/** The challenge in better-auth's cookie of a sign-in that waits for its second step; null if none. */
export function findChallenge(header: string | undefined, prefix: string): string | null {
  const value = parseCookies(header)[`${prefix}.two_factor`] ?? ''
  return /^(2fa-[\w-]{1,64})\./.exec(value)?.[1] ?? null
}

// The router has checked the origin. A passkey signs the origin, so better-auth needs it. The cookies are formatted
// from the parsed ones: better-auth would parse the client's header by different rules, and could act for another
// person than the authenticated one.
function createHeaders(
  request: ExpressRequest,
  omittedCookie: string | null,
): Record<string, string> {
  const origin = request.get('Origin')
  const cookies = parseCookies(request.get('Cookie'))
  const cookie = formatCookies(
    omittedCookie === null ? cookies : { ...cookies, [omittedCookie]: undefined },
  )
  return {
    'content-type': 'application/json',
    [ADDRESS_HEADER]: request.ip ?? '',
    'user-agent': userAgentOf(request),
    ...(cookie && { cookie }),
    ...(origin !== undefined && { origin }),
  }
}

// Scripts must not be able to read the session token.
function withoutTokens(text: string): unknown {
  if (text === '') return {}
  return JSON.parse(text, (name, value) => (name === 'token' ? undefined : value))
}
