import type pg from 'pg'
import { asJson, readJson } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import { NO_FILTER } from './asset-filter.ts'
import { ENVIRONMENTS, type Partner, type Person } from './caller.ts'
import { EPOCH_SQL } from './database-epoch.ts'
import { grantStateAt, LIFE_STATES, liveGrantSql } from './liveness.ts'
import { quietSql } from './portfolio-locks.ts'
import { ALL_SCOPES, intersectScopes } from './scopes.ts'
import { readStoredFilter, readStoredScopes } from './stored-data.ts'
import {
  isBoolean,
  isNumber,
  isOneOf,
  isText,
  isTexts,
  orNull,
  type RowOf,
  rowReader,
} from './stored-row.ts'
import type { PortfolioAccess } from './visibility.ts'

/** What a statement selects of a grant and the portfolio it opens; all null where there is no grant. */
export const GRANT_COLUMNS = `
  g.id AS grant_id, g.version AS grant_version, g.scopes::text[] AS grant_scopes, g.state::text AS grant_state,
  g.filter_type::text AS filter_type, g.filter_values, g.expires_at AS grant_expires_at,
  g.updated_at AS grant_changed_at, ${portfolioColumns()}`

function portfolioColumns(): string {
  return `p.client_id, u.name AS client_name, p.environment::text AS client_environment, p.currency,
    p.data_version::text AS data_version, p.changed_at, ${EPOCH_SQL} AS epoch, ${quietSql('p')}`
}

const portfolio = {
  client_id: isText,
  client_name: isText,
  client_environment: isOneOf(ENVIRONMENTS),
  currency: isText,
  data_version: isText,
  changed_at: isText,
  epoch: isText,
  import_free: isBoolean,
  terms_free: isBoolean,
  clock: isText,
}
const grant = {
  ...portfolio,
  grant_id: isText,
  grant_version: isNumber,
  grant_scopes: isTexts,
  grant_state: isOneOf(LIFE_STATES),
  filter_type: isText,
  filter_values: isTexts,
  grant_expires_at: orNull(isText),
  grant_changed_at: isText,
}

type PortfolioRow = RowOf<typeof portfolio>
export type GrantRow = RowOf<typeof grant>

const readPortfolio = rowReader('portfolios', portfolio)
const readGrant = rowReader('grants', grant)
const readGrantId = rowReader('grants', { grant_id: orNull(isText) })
const readTotal = rowReader('grants', { total: isNumber })

/** The grant of a row of `joinLatestGrant`; null where there is none. Throws `StoredDataError`. */
export function readLatestGrant(row: unknown): GrantRow | null {
  return readGrantId(row).grant_id === null ? null : readGrant(row)
}

/** The SQL for the grant that decides between key `k` and a client: the active one, else the newest. */
export function joinLatestGrant(clientPlaceholder: string): string {
  return `LEFT JOIN LATERAL (
      SELECT * FROM grants WHERE key_id = k.id AND client_id = ${clientPlaceholder}
       ORDER BY state = 'active' DESC, created_at DESC, id DESC LIMIT 1) g ON true
    LEFT JOIN portfolios p ON p.client_id = ${clientPlaceholder} AND p.client_id = g.client_id
    LEFT JOIN users u ON u.id = g.client_id`
}

/**
 * What the grant opens, or the error: `no_active_grant` (none ever, or an unknown client: the
 * same words), `grant_revoked`, `grant_expired`. Throws `StoredDataError` for a damaged grant.
 */
export function evaluateGrant(
  partner: Partner,
  row: GrantRow | null,
  now: Date,
): PortfolioAccess | GatewayError {
  if (!row) return new GatewayError('no_active_grant', 'This key has no grant for this client.')
  const expiresAt = row.grant_expires_at === null ? null : new Date(row.grant_expires_at)
  const state = grantStateAt({ state: row.grant_state, expiresAt }, now)
  if (state === 'revoked') {
    return new GatewayError(
      'grant_revoked',
      'The grant of this key for this client has been revoked.',
    )
  }
  if (state === 'expired')
    return new GatewayError('grant_expired', 'The grant of this key for this client has expired.')
  const name = `grant ${row.grant_id}`
  const scopes = intersectScopes([...partner.scopes], readStoredScopes(name, row.grant_scopes))
  const filter = readStoredFilter(name, row.filter_type, row.filter_values)
  const portfolio = describePortfolio(row)
  return {
    ...portfolio,
    visibility: { clientId: row.client_id, scopes, filter, ...clockBounds(row) },
    grant: {
      id: row.grant_id,
      version: row.grant_version,
      scopes: [...scopes],
      assetFilter: filter.type,
      expiresAt,
      changedAt: new Date(row.grant_changed_at),
    },
  }
}

/** The portfolio of a client as this partner's grant opens it, newly read; throws the error of `evaluateGrant`. */
export async function requireGranted(pool: pg.Pool, partner: Partner, clientId: string, now: Date) {
  const [row] = await readJson(
    pool,
    asJson(`SELECT ${GRANT_COLUMNS} FROM api_keys k ${joinLatestGrant('$2')} WHERE k.id = $1`),
    [partner.keyId, clientId],
    'grant',
  )
  const evaluated = evaluateGrant(partner, row === undefined ? null : readLatestGrant(row), now)
  if (evaluated instanceof GatewayError) throw evaluated
  return evaluated
}

/** A client's own portfolio, or any for staff, with every scope; throws `no_active_grant`, so that other ids stay unknown. */
export async function requireOwned(
  pool: pg.Pool,
  person: Person,
  clientId: string,
): Promise<PortfolioAccess> {
  const allowed = person.isStaff || person.userId === clientId
  const [row] = allowed
    ? await readJson(
        pool,
        asJson(
          `SELECT ${portfolioColumns()} FROM portfolios p JOIN users u ON u.id = p.client_id WHERE p.client_id = $1`,
        ),
        [clientId],
        'own_portfolio',
      )
    : []
  if (!row)
    throw new GatewayError('no_active_grant', 'You have no access to a portfolio of this client.')
  return openToPerson(readPortfolio(row))
}

/** A page of what the caller may read, in order of client id, after one of them. */
export async function listAccessible(
  pool: pg.Pool,
  caller: Partner | Person,
  page: { after: string | null; limit: number; offset: number },
  now: Date,
): Promise<PortfolioAccess[]> {
  if (caller.kind === 'user') {
    const rows = await readJson(
      pool,
      asJson(`SELECT ${portfolioColumns()} FROM portfolios p JOIN users u ON u.id = p.client_id
        WHERE ($1::boolean OR p.client_id = $2) AND p.client_id > $3 ORDER BY p.client_id LIMIT $4 OFFSET $5`),
      [caller.isStaff, caller.userId, page.after ?? '', page.limit, page.offset],
      'own_portfolios',
    )
    return rows.map((row) => openToPerson(readPortfolio(row)))
  }
  const rows = await readJson(
    pool,
    asJson(`SELECT ${GRANT_COLUMNS} FROM grants g JOIN portfolios p USING (client_id) JOIN users u ON u.id = g.client_id
      WHERE g.key_id = $1 AND ${liveGrantSql('g', '$2')}
        AND g.client_id > $3 ORDER BY g.client_id LIMIT $4 OFFSET $5`),
    [caller.keyId, now, page.after ?? '', page.limit, page.offset],
    'grants',
  )
  return rows
    .map((row) => evaluateGrant(caller, readGrant(row), now))
    .filter((evaluated): evaluated is PortfolioAccess => !(evaluated instanceof GatewayError))
}

/** The number of portfolios that the caller may read. */
export async function countAccessible(
  pool: pg.Pool,
  caller: Partner | Person,
  now: Date,
): Promise<number> {
  const [counted] =
    caller.kind === 'user'
      ? await readJson(
          pool,
          asJson(
            'SELECT count(*) AS total FROM portfolios p WHERE $1::boolean OR p.client_id = $2',
          ),
          [caller.isStaff, caller.userId],
          'own_portfolios_total',
        )
      : await readJson(
          pool,
          asJson(
            `SELECT count(*) AS total FROM grants g WHERE g.key_id = $1 AND ${liveGrantSql('g', '$2')}`,
          ),
          [caller.keyId, now],
          'grants_total',
        )
  return readTotal(counted).total
}

function openToPerson(row: PortfolioRow): PortfolioAccess {
  const portfolio = describePortfolio(row)
  return {
    ...portfolio,
    visibility: {
      clientId: row.client_id,
      scopes: ALL_SCOPES,
      filter: NO_FILTER,
      ...clockBounds(row),
    },
    grant: null,
  }
}

function describePortfolio(row: PortfolioRow) {
  const changedAt = new Date(row.changed_at)
  return {
    clientName: row.client_name,
    environment: row.client_environment,
    currency: row.currency,
    epoch: row.epoch,
    dataVersion: row.data_version,
    changedAt,
    settledAt: row.terms_free ? clockBounds(row).deltaUntil : null,
    isQuiet: row.import_free && row.terms_free,
  }
}

// Whoever writes later gets an instant of the clock, to the millisecond, that is later than this one. An
// import that is under way has its own already; it is later than the newest change.
function clockBounds({ import_free, clock, changed_at }: PortfolioRow) {
  const changedAt = new Date(changed_at)
  const before = new Date(new Date(clock).getTime() - 1)
  const clockUntil = before > changedAt ? before : changedAt
  return { clockUntil, deltaUntil: import_free ? clockUntil : changedAt }
}
