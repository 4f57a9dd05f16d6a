import type pg from 'pg'
import { asJson, readJson } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import { NO_FILTER } from './asset-filter.ts'
import type { Partner, Person } from './caller.ts'
import { LIFE_STATES, lifeStateAt, liveSql } from './liveness.ts'
import {
  boundsOf,
  describePortfolio,
  JOIN_DELTAS_FROM,
  PORTFOLIO_ROW,
  type PortfolioRow,
  portfolioColumns,
} from './portfolio-row.ts'
import { isNumber, isOneOf, isText, isTexts, orNull, type RowOf, rowReader } from './rows.ts'
import { ALL_SCOPES, intersectScopes } from './scopes.ts'
import { readStoredFilter, readStoredScopes } from './stored-data.ts'
import { isNewestChanges, newestShown, type PortfolioAccess } from './visibility.ts'

/** SQL for the columns of a grant and its portfolio, all null without a grant. `newest`: SQL for the newest changes. */
export const grantColumns = (newest = 'NULL') => `
  g.id AS grant_id, g.version AS grant_version, g.scopes::text[] AS grant_scopes, g.state::text AS grant_state,
  g.filter_type::text AS filter_type, g.filter_values, g.expires_at AS grant_expires_at,
  g.updated_at AS grant_changed_at, g.reference AS grant_reference, g.created_at AS grant_created_at, ${portfolioColumns('g.id')},
  CASE WHEN g.filter_type = 'all' THEN ${newest} END AS newest`

const grant = {
  ...PORTFOLIO_ROW,
  grant_id: isText,
  grant_version: isNumber,
  grant_scopes: isTexts,
  grant_state: isOneOf(LIFE_STATES),
  filter_type: isText,
  filter_values: isTexts,
  grant_expires_at: orNull(isText),
  grant_changed_at: isText,
  grant_reference: orNull(isText),
  grant_created_at: isText,
  newest: isNewestChanges,
}

export type GrantRow = RowOf<typeof grant>

const readPortfolio = rowReader('portfolios', PORTFOLIO_ROW)
const readGrant = rowReader('grants', grant)
const readGrantId = rowReader('grants', { grant_id: orNull(isText) })
const readTotal = rowReader('grants', { total: isNumber })

type Holder = Pick<Partner, 'keyId' | 'scopes'>
const EVERYTHING = { scopes: ALL_SCOPES, filter: NO_FILTER }

/** The grant of a row of `joinLatestGrant`; null where there is none. Throws `StoredDataError`. */
export function readLatestGrant(row: unknown): GrantRow | null {
  return readGrantId(row).grant_id === null ? null : readGrant(row)
}

/** The SQL that joins the grant between key `k` and a client: the active one, or else the newest. */
export function joinLatestGrant(clientPlaceholder: string): string {
  return `LEFT JOIN LATERAL (
      SELECT * FROM grants WHERE key_id = k.id AND client_id = ${clientPlaceholder}
       ORDER BY state = 'active' DESC, created_at DESC, id DESC LIMIT 1) g ON true
    LEFT JOIN portfolios p ON p.client_id = ${clientPlaceholder} AND p.client_id = g.client_id
    ${JOIN_DELTAS_FROM}
    LEFT JOIN users u ON u.id = g.client_id`
}

/**
 * The access of the grant, or the error: `no_active_grant` (never a grant, or an unknown client, with the same
 * message), `grant_revoked`, `grant_expired`. Throws `StoredDataError` for a damaged grant.
 */
export function evaluateGrant(
  partner: Pick<Holder, 'scopes'>,
  row: GrantRow | null,
  now: Date,
): PortfolioAccess | GatewayError {
  if (!row) return new GatewayError('no_active_grant', 'This key has no grant for this client.')
  const expiresAt = row.grant_expires_at === null ? null : new Date(row.grant_expires_at)
  const state = lifeStateAt({ state: row.grant_state, expiresAt }, now)
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
  const bounds = boundsOf(row)
  return {
    ...describePortfolio(row),
    ...(row.newest && { newest: newestShown(row.newest, scopes, bounds.completeFrom) }),
    visibility: { clientId: row.client_id, scopes, filter, ...bounds },
    grant: {
      id: row.grant_id,
      version: row.grant_version,
      scopes: [...scopes],
      assetFilter: filter.type,
      expiresAt,
      changedAt: new Date(row.grant_changed_at),
      reference: row.grant_reference,
      connectedAt: new Date(row.grant_created_at),
    },
  }
}

const GRANT_OF_KEY = asJson(
  `SELECT ${grantColumns()} FROM api_keys k ${joinLatestGrant('$2')} WHERE k.id = $1`,
)
// A portfolio as its client and staff read it: no grant is involved.
const OWNED = `
  SELECT ${portfolioColumns(null)} FROM portfolios p ${JOIN_DELTAS_FROM} JOIN users u ON u.id = p.client_id`
const OWN_PORTFOLIO = asJson(`${OWNED} WHERE p.client_id = $1`)

/** Reads a client's portfolio as this partner's grant opens it. Throws the error of `evaluateGrant`. */
export async function requireGranted(pool: pg.Pool, partner: Holder, clientId: string, now: Date) {
  const [row] = await readJson(pool, GRANT_OF_KEY, [partner.keyId, clientId], 'grant')
  const evaluated = evaluateGrant(partner, row === undefined ? null : readLatestGrant(row), now)
  if (evaluated instanceof GatewayError) throw evaluated
  return evaluated
}

/** A client's own portfolio, or any for staff, with all scopes. Any other id throws `no_active_grant`, known or not. */
export async function requireOwned(
  pool: pg.Pool,
  person: Person,
  clientId: string,
): Promise<PortfolioAccess> {
  const isOwn = person.isStaff || person.userId === clientId
  const [row] = isOwn ? await readJson(pool, OWN_PORTFOLIO, [clientId], 'own_portfolio') : []
  if (!row)
    throw new GatewayError('no_active_grant', 'You have no access to a portfolio of this client.')
  return openToPerson(readPortfolio(row))
}

interface PortfolioPage {
  /** The client id that the page comes after. Null: the page is the first. */
  readonly after: string | null
  readonly limit: number
  readonly offset: number
}

/** A page of the portfolios that the caller may read, ordered by client id. */
export function listAccessible(
  pool: pg.Pool,
  caller: Partner | Person,
  page: PortfolioPage,
  now: Date,
): Promise<PortfolioAccess[]> {
  return caller.kind === 'user'
    ? listOwned(pool, caller, page)
    : listGranted(pool, caller, page, now)
}

const PAGE = 'ORDER BY p.client_id LIMIT $2 OFFSET $3'
// Two statements: a prepared plan of one with OR reads all portfolios for each client.
const ALL_PORTFOLIOS = asJson(`${OWNED} WHERE p.client_id > $1 ${PAGE}`)
const OWN_PORTFOLIOS = asJson(`${OWNED} WHERE p.client_id > $1 AND p.client_id = $4 ${PAGE}`)

async function listOwned(
  pool: pg.Pool,
  { isStaff, userId }: Person,
  { after, limit, offset }: PortfolioPage,
): Promise<PortfolioAccess[]> {
  const page = [after ?? '', limit, offset]
  const rows = await (isStaff
    ? readJson(pool, ALL_PORTFOLIOS, page, 'all_portfolios')
    : readJson(pool, OWN_PORTFOLIOS, [...page, userId], 'own_portfolios'))
  return rows.map((row) => openToPerson(readPortfolio(row)))
}

// The columns of a portfolio take two advisory locks. The page is chosen first, so that skipped rows take none: the
// table of locks belongs to the whole server, and a list of some thousands would fill it.
const GRANTED_PORTFOLIOS = asJson(
  `SELECT ${grantColumns()}
     FROM (SELECT * FROM grants g WHERE g.key_id = $1 AND ${liveSql('g', '$2')} AND g.client_id > $3
            ORDER BY g.client_id LIMIT $4 OFFSET $5) g
     JOIN portfolios p USING (client_id) ${JOIN_DELTAS_FROM} JOIN users u ON u.id = g.client_id`,
)

async function listGranted(
  pool: pg.Pool,
  partner: Partner,
  { after, limit, offset }: PortfolioPage,
  now: Date,
): Promise<PortfolioAccess[]> {
  const values = [partner.keyId, now, after ?? '', limit, offset]
  const rows = await readJson(pool, GRANTED_PORTFOLIOS, values, 'grants')
  // Sorted here: a cluster joins the page shard by shard, and does not keep its order.
  return rows
    .map(readGrant)
    .sort((one, other) => (one.client_id < other.client_id ? -1 : 1))
    .map((row) => evaluateGrant(partner, row, now))
    .filter((evaluated): evaluated is PortfolioAccess => !(evaluated instanceof GatewayError))
}

const COUNT_ALL = asJson('SELECT count(*) AS total FROM portfolios')
const COUNT_OWN = asJson('SELECT count(*) AS total FROM portfolios WHERE client_id = $1')
const COUNT_GRANTED = asJson(
  `SELECT count(*) AS total FROM grants g WHERE g.key_id = $1 AND ${liveSql('g', '$2')}`,
)

export async function countAccessible(
  pool: pg.Pool,
  caller: Partner | Person,
  now: Date,
): Promise<number> {
  const count = async (text: string, values: readonly unknown[], name: string) => {
    const [counted] = await readJson(pool, text, values, name)
    return readTotal(counted).total
  }
  if (caller.kind === 'partner') return count(COUNT_GRANTED, [caller.keyId, now], 'grants_total')
  if (caller.isStaff) return count(COUNT_ALL, [], 'all_portfolios_total')
  return count(COUNT_OWN, [caller.userId], 'own_portfolios_total')
}

function openToPerson(row: PortfolioRow): PortfolioAccess {
  return {
    ...describePortfolio(row),
    visibility: { ...EVERYTHING, clientId: row.client_id, ...boundsOf(row) },
    grant: null,
  }
}
