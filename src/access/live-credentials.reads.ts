import { setTimeout as pause } from 'node:timers/promises'
import DataLoader from 'dataloader'
import type pg from 'pg'
import { readRows } from '../database/statement.ts'
import { serviceUnavailable } from '../errors.ts'
import { liveSecretSql, liveServiceSecretSql, liveTokenSql } from './liveness.ts'
import { isText, rowReader } from './rows.ts'

/** A credential as the database stores it: the token itself for sessions, a hash for all others. */
export interface StoredCredential {
  readonly kind: 'key' | 'token' | 'service' | 'session'
  readonly stored: Uint8Array | string
  /** SHA-256 of the whole credential, in hex. */
  readonly fingerprint: string
}

const readLive = rowReader('credentials', { fingerprint: isText })

// This selects only live credentials. The other reasons to reject a credential, such as the allow-list, are checked
// when it is read.
const LIVE = `
  SELECT encode(s.hash, 'hex') AS fingerprint FROM key_secrets s JOIN api_keys k ON k.id = s.key_id
   WHERE s.hash = ANY ($1::bytea[]) AND ${liveSecretSql('s', 'k', 'clock_timestamp()')}
  UNION ALL
  SELECT encode(t.hash, 'hex') FROM access_tokens t
   WHERE t.hash = ANY ($2::bytea[]) AND ${liveTokenSql('t', 'clock_timestamp()')}
  UNION ALL
  SELECT encode(sha256(convert_to(cookie_token, 'UTF8')), 'hex') FROM sessions
   WHERE cookie_token = ANY ($3::text[]) AND expires_at > clock_timestamp()
  UNION ALL
  SELECT encode(s.hash, 'hex') FROM service_secrets s JOIN service_accounts a ON a.id = s.service_id
   WHERE s.hash = ANY ($4::bytea[]) AND ${liveServiceSecretSql('s', 'a', 'clock_timestamp()')}`

/** The fingerprints of the given credentials that exist and are live. Runs one statement. */
export async function findLive(
  pool: pg.Pool,
  credentials: readonly StoredCredential[],
): Promise<ReadonlySet<string>> {
  const storedOf = (kind: StoredCredential['kind']) =>
    credentials
      .filter((credential) => credential.kind === kind)
      .map(({ stored }) => (typeof stored === 'string' ? stored : Buffer.from(stored)))
  const values = [storedOf('key'), storedOf('token'), storedOf('session'), storedOf('service')]
  const rows = await readRows(pool, LIVE, values, 'live_credentials')
  return new Set(rows.map((row) => readLive(row).fingerprint))
}

const MAX_BATCH = 1_000
const MAX_QUEUE = 10_000
const PAUSE_MS = 20

/**
 * Checks whether credentials are live, many in a statement, one statement at a time with a pause after it: guessed ones
 * cost the database at most 50 statements a second. Throws `service_unavailable` if the queue is full.
 */
export function createLivenessBatcher(pool: pg.Pool) {
  let queued = 0
  let previous: Promise<unknown> = Promise.resolve()
  const check = async (credentials: readonly StoredCredential[]) => {
    const found = previous.then(() => findLive(pool, credentials))
    previous = found.catch(() => {}).then(() => pause(PAUSE_MS))
    const live = await found.finally(() => {
      queued -= credentials.length
    })
    return credentials.map(({ fingerprint }) => live.has(fingerprint))
  }
  const checks = new DataLoader(check, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (begin) => void previous.then(begin),
  })
  return async (credential: StoredCredential): Promise<boolean> => {
    if (queued >= MAX_QUEUE) throw serviceUnavailable()
    queued++
    return checks.load(credential)
  }
}
