import { EPOCH_SQL } from '../database/database-epoch.ts'
import { quietSql } from '../database/portfolio-locks.ts'
import { ENVIRONMENTS } from './caller.ts'
import { clockBounds } from './clock-bounds.ts'
import { nextExpirySql } from './shown-expiry.writes.ts'
import { isBoolean, isOneOf, isText, orNull, type RowOf } from './stored-row.ts'

/**
 * The SQL for the columns of a portfolio `p` with its client `u` and its row `x` of `shown_expiries`. `grant` is the
 * SQL for the id of the grant that opens the portfolio; null: no grant opens it. `client` is the SQL for the client.
 */
export function portfolioColumns(grant: string | null, client: string): string {
  return `p.client_id, u.name AS client_name, p.environment::text AS client_environment, p.currency,
    p.data_version::text AS data_version, p.changed_at, p.import_begun_at, p.full_before, x.until AS shown_until, x.deltas_from,
    ${nextExpirySql(client)} AS next_expiry, ${EPOCH_SQL} AS epoch, ${quietSql('p', grant)}`
}

/** The types of these columns. */
export const PORTFOLIO_ROW = {
  client_id: isText,
  client_name: isText,
  client_environment: isOneOf(ENVIRONMENTS),
  currency: isText,
  data_version: isText,
  changed_at: isText,
  import_begun_at: orNull(isText),
  full_before: orNull(isText),
  shown_until: orNull(isText),
  deltas_from: orNull(isText),
  epoch: isText,
  import_free: isBoolean,
  terms_free: isBoolean,
}

export type PortfolioRow = RowOf<typeof PORTFOLIO_ROW>

/** The members of an access that do not depend on who reads. */
export function describePortfolio(row: PortfolioRow) {
  const changedAt = new Date(row.changed_at)
  return {
    clientName: row.client_name,
    environment: row.client_environment,
    currency: row.currency,
    epoch: row.epoch,
    dataVersion: row.data_version,
    changedAt,
    fullBefore: row.full_before === null ? null : new Date(row.full_before),
    deltasFrom: row.deltas_from === null ? null : new Date(row.deltas_from),
    settledAt: row.terms_free ? clockBounds(row).termsUntil : null,
    isQuiet: row.import_free && row.terms_free,
  }
}
