import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import { toRecordset } from '../../database/statement.ts'
import type { FeedGrant } from '../../generated/prisma/client.ts'
import { FilterType, Scope } from '../../generated/prisma/enums.ts'
import { END_REASONS } from '../grants/end-reason.ts'
import type { FeedEvent, KnownGrant } from './feed-events.ts'

export type KnownRow = Omit<FeedGrant, 'terms' | 'endReason'> & KnownGrant

/** An event of a grant, and the columns that describe the grant as it is seen. */
export interface Entry {
  readonly event: FeedEvent
  readonly row: Pick<
    KnownRow,
    'grantId' | 'keyId' | 'clientId' | 'reference' | 'version' | 'terms' | 'termsAt' | 'visibleAt'
  >
}

const StoredTerms = z.object({
  scopes: z.array(z.enum(Scope)),
  filterType: z.enum(FilterType),
  filterValues: z.array(z.string()),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
})
const StoredReason = z.enum(END_REASONS).nullable()

export async function readKnown(
  tx: Transaction,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, KnownRow>> {
  const rows = await tx.feedGrant.findMany({ where: { clientId: { in: [...clientIds] } } })
  const known = rows.map((row) => ({
    ...row,
    terms: StoredTerms.parse(row.terms),
    endReason: StoredReason.parse(row.endReason),
  }))
  return new Map(known.map((row) => [row.grantId, row]))
}

const NEW = {
  endReason: null,
  at: null,
  position: null,
  givenPosition: null,
  effects: {},
  portfolioPosition: null,
}

/** The row of a grant after an entry at this position. `before` is null if the feed has never reported the grant. */
export function rowAfter(
  before: KnownRow | null,
  { event, row: seen }: Entry,
  position: bigint,
): KnownRow {
  const { at } = event
  if (before && event.type === 'grant.ended') {
    const ended = { endReason: event.reason, visibleAt: null, portfolioPosition: null }
    return { ...before, at, position, ...ended }
  }
  const row = { ...NEW, ...before, ...seen }
  // Without an instant there is no entry about the portfolio. The entry about the grant is later.
  const none = seen.visibleAt === null ? { portfolioPosition: null } : {}
  return { ...row, ...entryOf(row, event, position), ...none }
}

function entryOf({ effects }: KnownRow, event: FeedEvent, position: bigint): Partial<KnownRow> {
  const { at } = event
  if (event.type === 'portfolio.changed') return { portfolioPosition: position }
  if (event.type !== 'grant.changed') return { ...NEW, at, position, givenPosition: position }
  const changed = event.effect.map((effect) => [effect, String(position)])
  return { at, position, effects: { ...Effects.parse(effects), ...Object.fromEntries(changed) } }
}

const Effects = z.record(z.string(), z.string())

export async function writeKnown(tx: Transaction, rows: readonly KnownRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRawUnsafe(WRITE, toRecordset(rows))
}

const COLUMNS = `key_id, client_id, reference, version, terms, terms_at, visible_at, end_reason, at, position,
  given_position, effects, portfolio_position`
const WRITE = `INSERT INTO feed_grants (grant_id, ${COLUMNS})
  SELECT grant_id, ${COLUMNS} FROM jsonb_populate_recordset(NULL::feed_grants, $1::jsonb)
  ON CONFLICT (grant_id) DO UPDATE SET (${COLUMNS}) = ROW (${COLUMNS.replace(/\w+/g, 'excluded.$&')})`
