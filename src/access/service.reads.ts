import type pg from 'pg'
import { momentSql, requirePrimary } from '../database/database-epoch.ts'
import { readRows } from '../database/statement.ts'
import { SERVICE_SCOPES } from './caller.ts'
import { requireActive, requireUnexpiredSecret, tokenStateAt } from './liveness.ts'
import { isBoolean, isInstant, isListOf, isText, isTexts, orNull, rowReader } from './rows.ts'

const readService = rowReader('service_accounts', {
  now: isInstant,
  standby: isBoolean,
  id: isText,
  scopes: isListOf(SERVICE_SCOPES),
  allowed_ips: isTexts,
  expires_at: orNull(isInstant),
  revoked_at: orNull(isInstant),
  secret_expires_at: orNull(isInstant),
  first_used_at: orNull(isInstant),
})

// The result is never cached, so a revocation takes effect in every process as soon as it is committed.
const IDENTIFY = `
  SELECT a.id, a.scopes::text[] AS scopes, a.allowed_ips, a.expires_at, a.revoked_at,
         s.expires_at AS secret_expires_at, s.first_used_at, ${momentSql('$2')}
    FROM service_secrets s JOIN service_accounts a ON a.id = s.service_id WHERE s.hash = $1`

/**
 * The service account behind a secret's hash; null where none has it. `at` is the instant that counts as now; null: the
 * database's. The result has the instant by which it was decided what has expired. Throws `revoked_service_account`, `expired_service_account`, and `service_unavailable` on a standby.
 */
export async function identifyService(pool: pg.Pool, hash: Uint8Array, at: Date | null) {
  const [found] = await readRows(pool, IDENTIFY, [Buffer.from(hash), at], 'service')
  if (!found) return null
  const row = readService(found)
  requirePrimary(row)
  const { id: serviceId, scopes, allowed_ips: allowedIps, now } = row
  const stored = { revokedAt: row.revoked_at, expiresAt: row.expires_at }
  requireActive('service', tokenStateAt(stored, now))
  requireUnexpiredSecret('service', row.secret_expires_at, now)
  const service = { kind: 'service', serviceId, scopes, allowedIps } as const
  return { service, now, isFirstUse: row.first_used_at === null }
}
