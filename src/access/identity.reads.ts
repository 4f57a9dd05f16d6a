import type pg from 'pg'
import { asJson, readJson, readRows } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import {
  ENVIRONMENTS,
  type Partner,
  type Person,
  TIERS,
  TOKEN_SCOPES,
  type TokenScope,
} from './caller.ts'
import { evaluateGrant, GRANT_COLUMNS, joinLatestGrant, readLatestGrant } from './grant.reads.ts'
import { isExpired, keyStateAt, tokenStateAt } from './liveness.ts'
import { ACTIVITY_STEP_MS, endOfSession } from './session-life.ts'
import { readStoredScopes, StoredDataError } from './stored-data.ts'
import {
  type Check,
  isBoolean,
  isInstant,
  isOneOf,
  isText,
  isTexts,
  orNull,
  type RowOf,
  rowReader,
} from './stored-row.ts'
import type { PortfolioAccess } from './visibility.ts'

/** A partner and, if the request named a client, what it may see of that portfolio, or why not. */
export interface PartnerIdentity {
  readonly partner: Partner
  readonly portfolio: PortfolioDecision | null
}

/** A portfolio, the error that rejects it, or the damage that keeps it closed. */
export type PortfolioDecision = PortfolioAccess | GatewayError | StoredDataError

const key = {
  key_id: isText,
  key_name: isText,
  environment: isOneOf(ENVIRONMENTS),
  scopes: isTexts,
  tier: isOneOf(TIERS),
  allowed_ips: isTexts,
  state: isOneOf(['active', 'revoked']),
  key_expires_at: orNull(isText),
  secret_expires_at: orNull(isText),
  firm_id: isText,
  firm_name: isText,
}
type KeyRow = RowOf<typeof key>
const readKey = rowReader('api_keys', key)

// One statement says who calls, what they may see, and how fresh the portfolio is. No cache stands
// before it, so a revocation holds from the moment it is committed, on every instance.
const IDENTIFY = asJson(`
  SELECT k.id AS key_id, k.name AS key_name, k.environment::text AS environment, k.scopes::text[] AS scopes,
         coalesce(k.tier, f.tier)::text AS tier, k.allowed_ips, k.state::text AS state,
         k.expires_at AS key_expires_at, s.expires_at AS secret_expires_at, f.id AS firm_id, f.name AS firm_name,
         ${GRANT_COLUMNS}
    FROM key_secrets s JOIN api_keys k ON k.id = s.key_id JOIN firms f ON f.id = k.firm_id
    ${joinLatestGrant('$2')}
   WHERE s.hash = $1`)

/**
 * The partner behind a key's hash; null where no key has it. Throws `revoked_api_key` or
 * `expired_api_key`, and `StoredDataError` for a damaged key.
 */
export async function identifyPartner(
  pool: pg.Pool,
  hash: Uint8Array,
  clientId: string | null,
  now: Date,
): Promise<PartnerIdentity | null> {
  const [row] = await readJson(pool, IDENTIFY, [Buffer.from(hash), clientId])
  if (row === undefined) return null
  const found = readKey(row)
  requireLiveSecret(found, now)
  const partner = describePartner(found)
  if (clientId === null) return { partner, portfolio: null }
  return { partner, portfolio: evaluateStoredGrant(partner, row, now) }
}

function requireLiveSecret(row: KeyRow, now: Date): void {
  const state = keyStateAt({ state: row.state, expiresAt: readInstant(row.key_expires_at) }, now)
  if (state === 'revoked')
    throw new GatewayError('revoked_api_key', 'This API key has been revoked.')
  if (state === 'expired') throw new GatewayError('expired_api_key', 'This API key has expired.')
  if (!isExpired(readInstant(row.secret_expires_at), now)) return
  throw new GatewayError(
    'expired_api_key',
    'This secret of the API key was replaced by a newer one and has ended.',
  )
}

// The caller is identified and counted even if the stored grant is damaged.
function evaluateStoredGrant(partner: Partner, row: unknown, now: Date): PortfolioDecision {
  try {
    return evaluateGrant(partner, readLatestGrant(row), now)
  } catch (thrown) {
    if (thrown instanceof StoredDataError) return thrown
    throw thrown
  }
}

const isTokenScope = isOneOf(TOKEN_SCOPES)
const isTokenScopes: Check<readonly TokenScope[]> = (value): value is readonly TokenScope[] =>
  Array.isArray(value) && value.every(isTokenScope)
const readToken = rowReader('access_tokens', {
  token_id: isText,
  user_id: isText,
  name: isText,
  scopes: isTokenScopes,
  expires_at: orNull(isInstant),
  revoked_at: orNull(isInstant),
})

/** The person behind an access token's hash; null where no token has it. Throws `revoked_access_token` or `expired_access_token`. */
export async function identifyPerson(
  pool: pg.Pool,
  hash: Uint8Array,
  now: Date,
): Promise<Person | null> {
  const [found] = await readRows(
    pool,
    `SELECT t.id AS token_id, u.id AS user_id, u.name, t.scopes::text[] AS scopes,
            t.expires_at, t.revoked_at
       FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = $1`,
    [Buffer.from(hash)],
  )
  if (!found) return null
  const row = readToken(found)
  const state = tokenStateAt({ revokedAt: row.revoked_at, expiresAt: row.expires_at }, now)
  if (state === 'revoked')
    throw new GatewayError('revoked_access_token', 'This access token has been revoked.')
  if (state === 'expired')
    throw new GatewayError('expired_access_token', 'This access token has expired.')
  return {
    kind: 'user',
    userId: row.user_id,
    name: row.name,
    isStaff: false,
    by: { kind: 'token', id: row.token_id, scopes: row.scopes },
  }
}

const session = {
  session_id: isText,
  user_id: isText,
  name: isText,
  is_staff: isBoolean,
  two_factor_enabled: isBoolean,
  created_at: isInstant,
  active_at: isInstant,
  expires_at: isInstant,
  checked_at: isInstant,
}
type SessionRow = RowOf<typeof session>
const readSession = rowReader('sessions', session)

/** A person who is signed in. */
export interface SignedIn {
  readonly person: Person
  /** Staff without a second factor: they may set one up, and nothing else. */
  readonly lacksFactor: boolean
}

/**
 * The person who is signed in with a session's token; null where no session has it. Throws
 * `expired_session` for one that is too old or was not used for too long.
 */
export async function identifySession(
  pool: pg.Pool,
  token: string,
  now: Date,
): Promise<SignedIn | null> {
  const [found] = await readRows(
    pool,
    `SELECT s.id AS session_id, u.id AS user_id, u.name, u.is_staff, u.two_factor_enabled,
            s.created_at, s.active_at, s.expires_at, s.checked_at
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.cookie_token = $1`,
    [token],
  )
  if (!found) return null
  const row = readSession(found)
  const clock = { createdAt: row.created_at, activeAt: row.active_at, expiresAt: row.expires_at }
  if (endOfSession(clock, row.is_staff) <= now)
    throw new GatewayError('expired_session', 'The session has expired. Sign in again.')
  await recordActivity(pool, row, now)
  const person: Person = {
    kind: 'user',
    userId: row.user_id,
    name: row.name,
    isStaff: row.is_staff,
    by: { kind: 'session', id: row.session_id, checkedAt: row.checked_at },
  }
  return { person, lacksFactor: row.is_staff && !row.two_factor_enabled }
}

async function recordActivity(pool: pg.Pool, row: SessionRow, now: Date): Promise<void> {
  const due = new Date(now.getTime() - ACTIVITY_STEP_MS)
  if (row.active_at > due) return
  await pool.query('UPDATE sessions SET active_at = $2 WHERE id = $1 AND active_at <= $3', [
    row.session_id,
    now,
    due,
  ])
}

function describePartner(row: KeyRow): Partner {
  return {
    kind: 'partner',
    keyId: row.key_id,
    keyName: row.key_name,
    environment: row.environment,
    tier: row.tier,
    scopes: new Set(readStoredScopes(`key ${row.key_id}`, row.scopes)),
    allowedIps: row.allowed_ips,
    firm: { id: row.firm_id, name: row.firm_name },
  }
}

// Rows that arrive as JSON have their instants as text.
function readInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
