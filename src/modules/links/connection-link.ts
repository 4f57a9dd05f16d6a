import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseScopes, requireWithin, type Scope } from '../../access/scopes.ts'
import { type GatewayError, invalidParameter } from '../../errors.ts'
import { isId } from '../../values/ids.ts'
import { parseLine } from '../../values/text-rules.ts'

export type ConsentRequest = ReturnType<typeof parseConsentRequest>

const MAX_PURPOSE_LENGTH = 280
const LINK = /^(link_[0-9A-Z]{26})\.([\w-]{43})$/

/** A request for scopes of a key. Throws `invalid_parameter` for other scopes, and for a purpose that is not a line. */
export function parseConsentRequest(
  key: { readonly scopes: readonly Scope[] },
  scopeNames: readonly string[],
  purpose: string,
) {
  return {
    scopes: requireWithin(parseScopes(scopeNames), key.scopes, 'the key has'),
    purpose: parseLine(purpose, 'purpose', MAX_PURPOSE_LENGTH),
  }
}

/** The address of a stored link in the portal. It is not stored. It is computed when it is needed. */
export function connectionPath(linkId: string, secret: string): string {
  return `/connect/${linkId}.${signatureOf(linkId, secret)}`
}

/** The id of the link whose address ends with this text. Throws `invalid_parameter` without our signature. */
export function readLink(link: string, secret: string): string {
  const [, id = '', signature = ''] = LINK.exec(link) ?? []
  if (!isId('link', id)) throw forged()
  const expected = signatureOf(id, secret)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw forged()
  return id
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

// Links of earlier releases are rejected too: they contain the request, were not stored, and cannot be revoked.
function forged(): GatewayError {
  return invalidParameter(
    'This is not a valid connection link; copy the whole link, or ask for a new one.',
  )
}
