import type { Request as Received } from 'express'
import { formatCookies, parseCookies } from '../access/cookies.ts'
import { ADDRESS_HEADER, type Auth, INNER_URL } from './auth.ts'
import { toGatewayError } from './error.ts'
import type { SignInResponse } from './sign-in-context.ts'

const MAX_AGENT_LENGTH = 300

/** What better-auth is asked. Without a body it is asked by GET. */
export interface Forwarded {
  readonly path: string
  readonly body: object | undefined
  /** The name of a cookie that is left out; null: none. */
  readonly dropped: string | null
}

/**
 * Hands a request that has passed our authentication to better-auth, with the body that was read and no more
 * of its headers than are needed. Throws its refusals in our words.
 */
export async function forward(
  auth: Auth,
  request: Received,
  { path, body, dropped }: Forwarded,
): Promise<SignInResponse> {
  const response = await auth.handler(
    new Request(`${INNER_URL}/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: headersOf(request, dropped),
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  if (!response.ok) throw toGatewayError(response.status, text)
  return { body: withoutTokens(text), cookies: response.headers.getSetCookie() }
}

/** How the caller names itself, cut. */
export function agentOf(request: Received): string {
  return (request.get('User-Agent') ?? '').slice(0, MAX_AGENT_LENGTH)
}

/** The challenge that better-auth's cookie of a begun sign-in names; null where there is none. */
export function challengeIn(header: string | undefined, prefix: string): string | null {
  const value = parseCookies(header)[`${prefix}.two_factor`] ?? ''
  return /^(2fa-[\w-]{1,64})\./.exec(value)?.[1] ?? null
}

// Our own origin was checked at the authentication, where it is known; better-auth sees that one was sent.
// The cookies are written anew from the parsed ones: better-auth would read the client's header by
// rules of its own, and could act for another person than the one that was authenticated.
function headersOf(request: Received, dropped: string | null): Record<string, string> {
  const cookies = parseCookies(request.get('Cookie'))
  const cookie = formatCookies(dropped === null ? cookies : { ...cookies, [dropped]: undefined })
  return {
    'content-type': 'application/json',
    [ADDRESS_HEADER]: request.ip ?? '',
    'user-agent': agentOf(request),
    ...(cookie && { cookie }),
    ...(request.get('Origin') !== undefined && { origin: INNER_URL }),
  }
}

// What a session's cookie is made of stays where no script can read it.
function withoutTokens(text: string): unknown {
  if (text === '') return {}
  return JSON.parse(text, (name, value) => (name === 'token' ? undefined : value))
}
