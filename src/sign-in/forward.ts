import type { Request as Received } from 'express'
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
export function challengeIn(header = '', prefix: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim())
  const pair = pairs.find((each) => each.startsWith(`${prefix}.two_factor=`))
  return /=(2fa-[\w-]{1,64})\./.exec(pair ?? '')?.[1] ?? null
}

// Our own origin was checked at the authentication, where it is known; better-auth sees that one was sent.
function headersOf(request: Received, dropped: string | null): Record<string, string> {
  const cookie = ownCookies(request.get('Cookie'), dropped)
  return {
    'content-type': 'application/json',
    [ADDRESS_HEADER]: request.ip ?? '',
    'user-agent': agentOf(request),
    ...(cookie && { cookie }),
    ...(request.get('Origin') !== undefined && { origin: INNER_URL }),
  }
}

// Each cookie once, as the authentication has read them: of two of one name, or of a name with spaces about it,
// better-auth would take another one, and act for somebody else than was let in.
function ownCookies(header = '', dropped: string | null): string {
  const found = new Map<string, string>()
  for (const pair of header.split(';').map((each) => each.trim())) {
    const [, name, value] = /^([\w.-]+)=(.*)$/.exec(pair) ?? []
    if (name === dropped) continue
    if (name !== undefined && value !== undefined && !found.has(name)) found.set(name, value)
  }
  return [...found].map(([name, value]) => `${name}=${value}`).join('; ')
}

// What a session's cookie is made of stays where no script can read it.
function withoutTokens(text: string): unknown {
  if (text === '') return {}
  return JSON.parse(text, (name, value) => (name === 'token' ? undefined : value))
}
