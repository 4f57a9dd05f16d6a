import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import {
  type FeedGrant,
  FilterType,
  type Grant,
  type Prisma,
  Scope,
} from '../../generated/prisma/client.ts'
import { END_REASONS } from '../grants/grant-end.ts'
import type { Terms } from '../grants/grant-terms.ts'
import { type FeedEvent, type KnownGrant, type SeenGrant, visibleAfter } from './feed-events.ts'

/** The stored row of a grant that the feed has reported. */
export interface KnownRow {
  readonly id: string
  readonly keyId: string
  readonly grant: KnownGrant
}

/** A grant as the feed has reported it, if it has, and as it is now. */
interface Observation {
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

/** The grants of a client that the feed has reported, by id. */
export async function readKnown(
  tx: Transaction,
  clientId: string,
): Promise<ReadonlyMap<string, KnownRow>> {
  const rows = await tx.feedGrant.findMany({ where: { clientId } })
  return new Map(rows.map((row) => [row.grantId, describeRow(row)]))
}

function describeRow({ grantId, keyId, terms, endReason, ...row }: FeedGrant): KnownRow {
  const { version, termsAt, visibleAt, at } = row
  const stored = { terms: StoredTerms.parse(terms), endReason: StoredReason.parse(endReason) }
  return { id: grantId, keyId, grant: { version, termsAt, visibleAt, at, ...stored } }
}

/** Stores what was seen of a grant, and its event at this position. */
export async function writeKnown(
  tx: Transaction,
  { id, keyId, clientId, reference }: Grant,
  { known, seen }: Observation,
  event: FeedEvent,
  position: bigint,
): Promise<void> {
  if (event.type === 'grant.ended') return endKnown(tx, id, event, position)
  const { version, termsAt } = seen
  const visibleAt = visibleAfter(known, seen)
  const state = { version, terms: termsToStore(seen.terms), termsAt, visibleAt }
  const entry = await entryOf(tx, id, event, position)
  // Without an instant there is no entry about the portfolio. The entry about the grant is later.
  const none = visibleAt === null ? { portfolioPosition: null } : {}
  const row = { grantId: id, keyId, clientId, reference, ...state, ...entry, ...none }
  await tx.feedGrant.upsert({ where: { grantId: id }, create: row, update: row })
}

/** Stores the end of a grant that the feed has reported. */
export async function endKnown(
  tx: Transaction,
  grantId: string,
  { at, reason }: FeedEvent & { readonly type: 'grant.ended' },
  position: bigint,
): Promise<void> {
  const data = { at, position, endReason: reason, visibleAt: null, portfolioPosition: null }
  await tx.feedGrant.updateMany({ where: { grantId }, data })
}

// The members of a row that an event changes.
async function entryOf(
  tx: Transaction,
  grantId: string,
  event: Exclude<FeedEvent, { readonly type: 'grant.ended' }>,
  position: bigint,
) {
  const { at } = event
  if (event.type === 'portfolio.changed') return { portfolioPosition: position }
  if (event.type === 'grant.given')
    return {
      at,
      position,
      givenPosition: position,
      endReason: null,
      effects: {},
      portfolioPosition: null,
    }
  const known = await tx.feedGrant.findUniqueOrThrow({ where: { grantId } })
  const changed = event.effect.map((effect) => [effect, String(position)])
  return { at, position, effects: { ...objectOf(known.effects), ...Object.fromEntries(changed) } }
}

function termsToStore({
  scopes,
  filterType,
  filterValues,
  expiresAt,
}: Terms): Prisma.InputJsonObject {
  return { scopes, filterType, filterValues, expiresAt: expiresAt?.toISOString() ?? null }
}

const Effects = z.record(z.string(), z.string())

function objectOf(effects: Prisma.JsonValue): Record<string, string> {
  return Effects.parse(effects)
}
