import { GatewayError } from '../errors.ts'

// The one definition of a live key, secret, access token, service account and grant: for rows in memory (`…At`, `is…`),
// for Prisma (`…Where`) and for SQL (`…Sql`). A test checks that they agree. A credential or grant is expired from the
// instant of its expiry on. If it is revoked as well, it counts as revoked. A revoked key or token never becomes active
// again. The state `expired` of a grant is not always stored, so the expiry decides.

export const LIFE_STATES = ['active', 'expired', 'revoked'] as const
export type LifeState = (typeof LIFE_STATES)[number]

interface Expiring {
  readonly expiresAt: Date | null
}

/** A key or a grant. A key is never stored as expired. */
interface Stored extends Expiring {
  readonly state: LifeState
}

interface StoredToken extends Expiring {
  readonly revokedAt: Date | null
}

// ---------------------------------------------------------------- rows in memory

// Programs delete their mirrors when a key has expired. `replaced` is for a secret whose key lives on with its grants.
const KINDS = {
  key: {
    called: 'API key',
    revoked: 'revoked_api_key',
    expired: 'expired_api_key',
    replaced: 'invalid_api_key',
  },
  token: {
    called: 'access token',
    revoked: 'revoked_access_token',
    expired: 'expired_access_token',
  },
  service: {
    called: 'service account',
    revoked: 'revoked_service_account',
    expired: 'expired_service_account',
    replaced: 'expired_service_account',
  },
} as const

type Kind = keyof typeof KINDS

/** Throws `revoked_…` or `expired_…` unless the holder of a credential is active. */
export function requireActive(kind: Kind, state: LifeState): void {
  if (state === 'active') return
  const ended = state === 'revoked' ? 'been revoked' : 'expired'
  throw new GatewayError(KINDS[kind][state], `This ${KINDS[kind].called} has ${ended}.`)
}

/** Throws the code `replaced` of the kind for a secret that was replaced by another one and has ended. */
export function requireUnexpiredSecret(
  kind: Exclude<Kind, 'token'>,
  expiresAt: Date | null,
  now: Date,
): void {
  if (!isExpired(expiresAt, now)) return
  const { called, replaced } = KINDS[kind]
  const message = `This secret of the ${called} was replaced by a newer one and has ended. Use the newer one.`
  throw new GatewayError(replaced, message)
}

/** Whether an expiry has been reached. Always false without an expiry. */
export function isExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** The state of a key or a grant. */
export function lifeStateAt({ state, expiresAt }: Stored, now: Date): LifeState {
  return state === 'active' && isExpired(expiresAt, now) ? 'expired' : state
}

export function tokenStateAt({ revokedAt, expiresAt }: StoredToken, now: Date): LifeState {
  if (revokedAt !== null) return 'revoked'
  return isExpired(expiresAt, now) ? 'expired' : 'active'
}

export function isKeyLive(key: Stored, now: Date): boolean {
  return lifeStateAt(key, now) === 'active'
}

/** Whether a secret of the key is accepted. The key must be live as well. */
export function isSecretLive(secret: Expiring, key: Stored, now: Date): boolean {
  return isKeyLive(key, now) && !isExpired(secret.expiresAt, now)
}

// ---------------------------------------------------------------- Prisma

/** Rows whose expiry has not been reached. */
export function unexpiredWhere(now: Date) {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
}

/** Live keys, or live grants. */
export function liveWhere(now: Date) {
  return { state: 'active' as const, ...unexpiredWhere(now) }
}

/** Grants that have expired and are stored as active. */
export function lapsedGrantWhere(now: Date) {
  return { state: 'active' as const, expiresAt: { lte: now } }
}

export function liveTokenWhere(now: Date) {
  return { revokedAt: null, ...unexpiredWhere(now) }
}

// ---------------------------------------------------------------- SQL

// `now` is a placeholder of type timestamptz.
function unexpiredSql(alias: string, now: string): string {
  return `(${alias}.expires_at IS NULL OR ${alias}.expires_at > ${now})`
}

/** The condition that the key or grant is live. */
export function liveSql(alias: string, now: string): string {
  return `(${alias}.state = 'active' AND ${unexpiredSql(alias, now)})`
}

/** The condition of `lapsedGrantWhere`, as the partial index of expiries has it. */
export function lapsedGrantSql(now: string): string {
  return `(state = 'active' AND expires_at <= ${now})`
}

export function liveTokenSql(token: string, now: string): string {
  return `(${token}.revoked_at IS NULL AND ${unexpiredSql(token, now)})`
}

/** The condition that the key or grant is in the state. `now` adds its parameter, and is called only if needed. */
export function lifeStateSql(alias: string, state: LifeState, now: () => string): string {
  const revoked = `${alias}.state = 'revoked'`
  if (state === 'revoked') return `(${revoked})`
  const live = liveSql(alias, now())
  return state === 'active' ? live : `(NOT ${revoked} AND NOT ${live})`
}

/** The condition that the secret of a service account is accepted. The account must be live as well. */
export function liveServiceSecretSql(secret: string, service: string, now: string): string {
  return `(${liveTokenSql(service, now)} AND ${unexpiredSql(secret, now)})`
}

/** The condition that the secret is accepted. Its key must be live as well. */
export function liveSecretSql(secret: string, key: string, now: string): string {
  return `(${liveSql(key, now)} AND ${unexpiredSql(secret, now)})`
}
