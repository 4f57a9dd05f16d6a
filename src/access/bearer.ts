import type { StoredCredential } from './live-credentials.reads.ts'
import { parseSecret } from './secret.ts'

/** A well-formed secret. */
export interface Credential {
  readonly kind: 'key' | 'token' | 'service'
  readonly hash: Uint8Array
  readonly stored: StoredCredential
}

/**
 * The credential of an `Authorization` header: an API key, an access token, the secret of a service account, none, one
 * without the word Bearer, or a malformed one.
 */
export type Bearer = Credential | { readonly kind: 'none' | 'malformed' | 'without_scheme' }

const WITHOUT_SCHEME = /^ *(?:sk_live_|sk_test_|sk_svc_|pat_)/

/** Parses an `Authorization` header. */
export function readBearer(authorization: string | undefined): Bearer {
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' }
  if (WITHOUT_SCHEME.test(authorization)) return { kind: 'without_scheme' }
  const match = /^Bearer +([!-~]+) *$/i.exec(authorization)
  const secret = match?.[1] ? parseSecret(match[1]) : null
  if (!secret || secret.kind === 'invitation') return { kind: 'malformed' }
  const { hash } = secret
  const kind = secret.kind === 'token' || secret.kind === 'service' ? secret.kind : 'key'
  return {
    kind,
    hash,
    stored: { kind, stored: hash, fingerprint: Buffer.from(hash).toString('hex') },
  }
}
