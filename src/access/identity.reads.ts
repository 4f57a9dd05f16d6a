import type pg from 'pg'
import { momentSql, requirePrimary } from '../database/database-epoch.ts'
import { GatheredRead } from '../database/gathered-read.ts'
import { asJson, readJson, readRows } from '../database/statement.ts'
import type { GatewayError } from '../errors.ts'
import { ENVIRONMENTS, type Partner, type Person, TIERS, TOKEN_SCOPES } from './caller.ts'
import { evaluateGrant, grantColumns, joinLatestGrant, readLatestGrant } from './grant.reads.ts'
import { lifeStateAt, requireActive, requireUnexpiredSecret, tokenStateAt } from './liveness.ts'
import {
  isBoolean,
  isInstant,
  isListOf,
  isOneOf,
  isText,
  isTexts,
  orNull,
  type RowOf,
  rowReader,
} from './rows.ts'
import { readStoredScopes, StoredDataError } from './stored-data.ts'
import { newestChangesSql, type PortfolioAccess } from './visibility.ts'

/** A partner and, if the request named a client, the decision about that portfolio. */
export interface PartnerIdentity {
  readonly partner: Partner
  /** The instant by which it was decided what has expired. */
  readonly now: Date
  readonly decision: PortfolioDecision | null
}

export interface PortfolioDecision {
  readonly clientId: string
  /** The access, the error that rejects it, or the damage that keeps it closed. */
  readonly access: PortfolioAccess | GatewayError | StoredDataError
}

const moment = { now: isText, standby: isBoolean }
const key = {
  ...moment,
  key_id: isText,
  key_name: isText,
  environment: isOneOf(ENVIRONMENTS),
  scopes: isTexts,
  tier: isOneOf(TIERS),
  allowed_ips: isTexts,
  trusted_documents_only: isBoolean,
  state: isOneOf(['active', 'revoked']),
  key_expires_at: orNull(isText),
  secret_expires_at: orNull(isText),
  firm_id: isText,
  firm_name: isText,
}
type KeyRow = RowOf<typeof key>
const readKey = rowReader('api_keys', key)

// One statement reads the caller, the grant and the state of the portfolio. Its result is never cached, so a revocation
// takes effect in every process as soon as it is committed.
function identifySql(hash: string, at: string, columns = '', joins = ''): string {
  return `
  SELECT k.id AS key_id, k.name AS key_name, k.environment::text AS environment, k.scopes::text[] AS scopes,
         coalesce(k.tier, f.tier)::text AS tier, k.allowed_ips, k.trusted_documents_only,
         k.state::text AS state,
         k.expires_at AS key_expires_at, s.expires_at AS secret_expires_at, f.id AS firm_id, f.name AS firm_name,
         ${momentSql(at)}${columns}
    FROM key_secrets s JOIN api_keys k ON k.id = s.key_id JOIN firms f ON f.id = k.firm_id
    ${joins}
   WHERE s.hash = ${hash}`
}
const IDENTIFY = asJson(identifySql('$1', '$2'))
const KEY_AND_GRANT = readKeyAndGrant('key_and_grant', () => grantColumns())
// A statement of its own: the plan of the other one has none of these tables and indexes.
const KEY_GRANT_AND_NEWEST = readKeyAndGrant('key_grant_and_newest', (client) =>
  grantColumns(newestChangesSql(client)),
)

function readKeyAndGrant(name: string, columnsOf: (client: string) => string): GatheredRead {
  return new GatheredRead(name, ['bytea', 'timestamptz', 'text'], (valueAt) => {
    const client = valueAt(3)
    const [columns, joins] = [`, ${columnsOf(client)}`, joinLatestGrant(client)]
    return identifySql(valueAt(1), valueAt(2), columns, joins)
  })
}

/**
 * The partner behind a key's hash; null where no key has it. `at` is the instant that counts as now; null: the
 * database's. `withNewest`: the access has the newest visible change, if the grant is over all assets. Throws
 * `revoked_api_key`, `expired_api_key`, or `invalid_api_key` for a replaced secret, `service_unavailable` on a standby,
 * and `StoredDataError` for a damaged key.
 */
export async function identifyPartner(
  pool: pg.Pool,
  hash: Uint8Array,
  clientId: string | null,
  at: Date | null,
  withNewest = false,
): Promise<PartnerIdentity | null> {
  const bytes = Buffer.from(hash)
  const row =
    clientId === null
      ? (await readJson(pool, IDENTIFY, [bytes, at], 'key'))[0]
      : await (withNewest ? KEY_GRANT_AND_NEWEST : KEY_AND_GRANT).read(pool, [bytes, at, clientId])
  if (row === undefined) return null
  const found = readKey(row)
  requirePrimary(found)
  const now = new Date(found.now)
  requireLiveSecret(found, now)
  const partner = describePartner(found)
  if (clientId === null) return { partner, now, decision: null }
  const access = evaluateStoredGrant(partner, row, now)
  const named = access instanceof Error ? clientId : access.visibility.clientId
  return { partner, now, decision: { clientId: named, access } }
}

function requireLiveSecret(row: KeyRow, now: Date): void {
  const stored = { state: row.state, expiresAt: readInstant(row.key_expires_at) }
  requireActive('key', lifeStateAt(stored, now))
  requireUnexpiredSecret('key', readInstant(row.secret_expires_at), now)
}

// The caller is identified and counted even if the stored grant is damaged.
function evaluateStoredGrant(partner: Partner, row: unknown, now: Date) {
  try {
    return evaluateGrant(partner, readLatestGrant(row), now)
  } catch (thrown) {
    if (thrown instanceof StoredDataError) return thrown
    throw thrown
  }
}

const readToken = rowReader('access_tokens', {
  now: isInstant,
  standby: isBoolean,
  token_id: isText,
  user_id: isText,
  name: isText,
  scopes: isListOf(TOKEN_SCOPES),
  expires_at: orNull(isInstant),
  revoked_at: orNull(isInstant),
})

/** A person who is identified, and the instant by which it was decided what has expired. */
export interface PersonIdentity {
  readonly person: Person
  readonly now: Date
}

/**
 * The person behind an access token's hash; null where no token has it. `at` is as in `identifyPartner`. Throws
 * `revoked_access_token`, `expired_access_token`, or `service_unavailable` on a standby.
 */
export async function identifyPerson(
  pool: pg.Pool,
  hash: Uint8Array,
  at: Date | null,
): Promise<PersonIdentity | null> {
  const [found] = await readRows(
    pool,
    `SELECT t.id AS token_id, u.id AS user_id, u.name, t.scopes::text[] AS scopes,
            t.expires_at, t.revoked_at, ${momentSql('$2')}
       FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = $1`,
    [Buffer.from(hash), at],
    'token',
  )
  if (!found) return null
  const row = readToken(found)
  requirePrimary(row)
  const { now } = row
  const stored = { revokedAt: row.revoked_at, expiresAt: row.expires_at }
  requireActive('token', tokenStateAt(stored, now))
  const person: Person = {
    kind: 'user',
    userId: row.user_id,
    name: row.name,
    isStaff: false,
    by: { kind: 'token', id: row.token_id, scopes: row.scopes },
  }
  return { person, now }
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
    trustedDocumentsOnly: row.trusted_documents_only,
    secretEnds: row.secret_expires_at !== null,
    firm: { id: row.firm_id, name: row.firm_name },
  }
}

// Rows that arrive as JSON have their instants as text.
function readInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
