import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import { toRecordset } from '../../database/statement.ts'
import type { FeedGrant, Grant, Prisma } from '../../generated/prisma/client.ts'
import { FilterType, Scope } from '../../generated/prisma/enums.ts'
import { END_REASONS } from '../grants/grant-end.ts'
import type { Terms } from '../grants/grant-terms.ts'
import { type FeedEvent, type KnownGrant, type SeenGrant, visibleAfter } from './feed-events.ts'

/** A grant that the feed has reported, with its stored row. */
export interface KnownRow {
  readonly row: FeedGrant
  readonly grant: KnownGrant
}

/** A grant as it is stored, as the feed has reported it, if it has, and as it is now. */
interface Observation {
  readonly row: Pick<Grant, 'id' | 'keyId' | 'clientId' | 'reference'>
  readonly known: KnownGrant | null
  readonly seen: SeenGrant
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
  return new Map(rows.map((row) => [row.grantId, describeRow(row)]))
}

function describeRow(row: FeedGrant): KnownRow {
  const { version, termsAt, visibleAt, at } = row
  const stored = {
    terms: StoredTerms.parse(row.terms),
    endReason: StoredReason.parse(row.endReason),
  }
  return { row, grant: { version, termsAt, visibleAt, at, ...stored } }
}

const NEW = {
  endReason: null,
  at: null,
  position: null,
  givenPosition: null,
  effects: {},
  portfolioPosition: null,
}

/** The row of a grant after an event at this position. `before` is null if the feed has never reported the grant. */
export function rowAfter(
  before: FeedGrant | null,
  { row: { id, ...of }, known, seen }: Observation,
  event: FeedEvent,
  position: bigint,
): FeedGrant {
  if (before && event.type === 'grant.ended') return rowAfterEnd(before, event, position)
  const { keyId, clientId, reference } = of
  const { version, termsAt } = seen
  const visibleAt = visibleAfter(known, seen)
  const state = { version, terms: termsToStore(seen.terms), termsAt, visibleAt }
  const row = { ...NEW, ...before, grantId: id, keyId, clientId, reference, ...state }
  // Without an instant there is no entry about the portfolio. The entry about the grant is later.
  const none = visibleAt === null ? { portfolioPosition: null } : {}
  return { ...row, ...entryOf(row, event, position), ...none }
}

export function rowAfterEnd(
  row: FeedGrant,
  { at, reason }: FeedEvent & { readonly type: 'grant.ended' },
  position: bigint,
): FeedGrant {
  return { ...row, at, position, endReason: reason, visibleAt: null, portfolioPosition: null }
}

function entryOf({ effects }: FeedGrant, event: FeedEvent, position: bigint): Partial<FeedGrant> {
  const { at } = event
  if (event.type === 'portfolio.changed') return { portfolioPosition: position }
  if (event.type !== 'grant.changed') return { ...NEW, at, position, givenPosition: position }
  const changed = event.effect.map((effect) => [effect, String(position)])
  return { at, position, effects: { ...Effects.parse(effects), ...Object.fromEntries(changed) } }
}

function termsToStore({ expiresAt, ...terms }: Terms): Prisma.JsonObject {
  const { scopes, filterType, filterValues } = terms
  return { scopes, filterType, filterValues, expiresAt: expiresAt?.toISOString() ?? null }
}

const Effects = z.record(z.string(), z.string())

export async function writeKnown(tx: Transaction, rows: readonly FeedGrant[]): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRawUnsafe(WRITE, toRecordset(rows))
}

const COLUMNS = `key_id, client_id, reference, version, terms, terms_at, visible_at, end_reason, at, position,
  given_position, effects, portfolio_position`
const WRITE = `INSERT INTO feed_grants (grant_id, ${COLUMNS})
  SELECT grant_id, ${COLUMNS} FROM jsonb_populate_recordset(NULL::feed_grants, $1::jsonb)
  ON CONFLICT (grant_id) DO UPDATE SET (${COLUMNS}) = ROW (${COLUMNS.replace(/\w+/g, 'excluded.$&')})`
