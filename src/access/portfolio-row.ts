import { EPOCH_SQL } from '../database/database-epoch.ts'
import { writersSql } from '../database/portfolio-locks.ts'
import { latest } from '../values/instant.ts'
import { ENVIRONMENTS } from './caller.ts'
import { isBoolean, isOneOf, isText, orNull, type RowOf } from './rows.ts'

/**
 * The SQL for the columns of a portfolio `p` with its client `u` and the row `x` of `JOIN_DELTAS_FROM`. `grant` is the
 * SQL for the id of the grant that opens the portfolio; null: no grant opens it.
 */
export function portfolioColumns(grant: string | null): string {
  return `p.client_id, u.name AS client_name, p.environment::text AS client_environment, p.currency,
    p.data_version::text AS data_version, p.changed_at, p.import_begun_at, p.full_before, x.deltas_from,
    ${EPOCH_SQL} AS epoch, ${writersSql('p', grant)}`
}

export const JOIN_DELTAS_FROM = 'LEFT JOIN shown_expiries x ON x.client_id = p.client_id'

export const PORTFOLIO_ROW = {
  client_id: isText,
  client_name: isText,
  client_environment: isOneOf(ENVIRONMENTS),
  currency: isText,
  data_version: isText,
  changed_at: isText,
  import_begun_at: orNull(isText),
  full_before: orNull(isText),
  deltas_from: orNull(isText),
  epoch: isText,
  import_free: isBoolean,
  terms_free: isBoolean,
}

/** `grant_changed_at` is the last change of the grant's terms. It is absent for a person. */
export type PortfolioRow = RowOf<typeof PORTFOLIO_ROW> & { readonly grant_changed_at?: string }

/** The members of an access that do not depend on who reads. */
export function describePortfolio(row: PortfolioRow) {
  return {
    clientName: row.client_name,
    environment: row.client_environment,
    currency: row.currency,
    epoch: row.epoch,
    dataVersion: row.data_version,
    changedAt: new Date(row.changed_at),
    fullBefore: row.full_before === null ? null : new Date(row.full_before),
    deltasFrom: row.deltas_from === null ? null : new Date(row.deltas_from),
    isSettled: row.terms_free && (row.import_free || termsAreEarlier(row)),
  }
}

/** The bounds of a visibility: stored instants. A later write gets a later one, even if the clock is set back. */
export function boundsOf(row: PortfolioRow) {
  const completeFrom = completeFromOf(row)
  return { completeFrom, changedUntil: latest(new Date(row.changed_at), completeFrom) }
}

// A delta cannot report assets that a change of the terms has shown or hidden, assets that were removed before a
// restore, and removals whose tombstones are past their retention.
function completeFromOf({ full_before, deltas_from, grant_changed_at }: PortfolioRow): Date {
  return [full_before, deltas_from, grant_changed_at].reduce(
    (begin, at) => (at == null ? begin : latest(begin, new Date(at))),
    new Date(0),
  )
}

// A running import gets an instant that is later than the newest change and than its own begin, which is committed.
function termsAreEarlier(row: PortfolioRow): boolean {
  const { changed_at, import_begun_at } = row
  return completeFromOf(row) <= latest(new Date(changed_at), new Date(import_begun_at ?? 0))
}
