import type { StoredCredential } from './live-credentials.reads.ts'
import { parseSecret } from './secret.ts'

/**
 * The credential of an `Authorization` header: an API key, an access token, none, one without the word Bearer, or a
 * malformed one.
 */
export type Bearer =
  | { readonly kind: 'key' | 'token'; readonly hash: Uint8Array; readonly stored: StoredCredential }
  | { readonly kind: 'none' | 'malformed' | 'without_scheme' }

const WITHOUT_SCHEME = /^ *(?:sk_live_|sk_test_|pat_)/

/** Parses an `Authorization` header. */
export function readBearer(authorization: string | undefined): Bearer {
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' }
  if (WITHOUT_SCHEME.test(authorization)) return { kind: 'without_scheme' }
  const match = /^Bearer +([!-~]+) *$/i.exec(authorization)
  const secret = match?.[1] ? parseSecret(match[1]) : null
  if (!secret || secret.kind === 'invitation') return { kind: 'malformed' }
  const kind = secret.kind === 'token' ? 'token' : 'key'
  const { hash } = secret
  return {
    kind,
    hash,
    stored: { kind, stored: hash, fingerprint: Buffer.from(hash).toString('hex') },
  }
}
