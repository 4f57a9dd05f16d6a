import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isId } from '../../access/ids.ts'
import { parseScopes, SCOPES, type Scope } from '../../access/scopes.ts'
import { GatewayError } from '../../errors.ts'
import { parseLine } from '../../values/name.ts'

/** A firm's request to a client for access. */
export interface ConsentRequest {
  readonly keyId: string
  /** The admin who created the link, and when. It is invalid once they are no longer an admin or are locked out. */
  readonly madeBy: string
  readonly madeAt: Date
  readonly scopes: readonly Scope[]
  readonly purpose: string
  readonly expiresAt: Date
}

const LIFETIME_MS = 30 * 86_400_000
const MAX_PURPOSE_LENGTH = 280
const MAX_LINK_LENGTH = 4_096
const SHAPE = /^([\w-]+)\.([\w-]{43})$/

const Payload = z.strictObject({
  k: z.string().refine((text) => isId('key', text)),
  m: z.string().refine((text) => isId('user', text)),
  i: z.int(),
  s: z.array(z.enum(SCOPES)).min(1),
  p: z.string(),
  e: z.int(),
})

/**
 * A request for the key, valid for 30 days. Throws `invalid_parameter` for scopes that the key does
 * not have, and for a purpose that is not a line of 1 to 280 characters.
 */
export function createConsentRequest(
  key: { readonly id: string; readonly scopes: readonly Scope[] },
  madeBy: string,
  scopeNames: readonly string[],
  purpose: string,
  now: Date,
): ConsentRequest {
  const scopes = requireWithin(parseScopes(scopeNames), key.scopes, 'the key has')
  const text = parseLine(purpose, 'purpose', MAX_PURPOSE_LENGTH)
  const seconds = Math.ceil((now.getTime() + LIFETIME_MS) / 1000)
  const expiresAt = new Date(seconds * 1000)
  return { keyId: key.id, madeBy, madeAt: now, scopes, purpose: text, expiresAt }
}

/** The request as a signed text. */
export function signConsentRequest(request: ConsentRequest, secret: string): string {
  const { keyId, madeBy, madeAt, scopes, purpose, expiresAt } = request
  const payload = {
    k: keyId,
    m: madeBy,
    i: madeAt.getTime(),
    s: scopes,
    p: purpose,
    e: expiresAt.getTime() / 1000,
  }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${text}.${signatureOf(text, secret)}`
}

/** The request in a link, expired or not. Throws `invalid_parameter` for a link that was not signed here. */
export function readLink(link: string, secret: string): ConsentRequest {
  const [, text = '', signature = ''] = (link.length <= MAX_LINK_LENGTH && SHAPE.exec(link)) || []
  const expected = signatureOf(text, secret)
  if (signature.length !== expected.length) throw forged()
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw forged()
  const payload = Payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  // Links of earlier releases do not name who created them.
  if (!payload.success) throw invalidLink('This connection link has ended; ask for a new one.')
  const { k, m, i, s, p, e } = payload.data
  return {
    keyId: k,
    madeBy: m,
    madeAt: new Date(i),
    scopes: s,
    purpose: p,
    expiresAt: new Date(e * 1000),
  }
}

/** The scopes themselves; throws `invalid_parameter` where one is not among the allowed ones. */
export function requireWithin(scopes: readonly Scope[], allowed: readonly Scope[], whose: string) {
  const outside = scopes.find((scope) => !allowed.includes(scope))
  if (outside === undefined) return scopes
  throw invalidLink(`scopes takes those that ${whose}; ${outside} is not among them.`)
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function forged(): GatewayError {
  return invalidLink(
    'This is not a valid connection link; copy the whole link, or ask for a new one.',
  )
}

function invalidLink(message: string): GatewayError {
  return new GatewayError('invalid_parameter', message)
}
