import type pg from 'pg'

export interface FeedEntry {
  readonly id: string
  readonly type: 'grant.given' | 'grant.changed' | 'grant.ended' | 'portfolio.changed'
  readonly at: Date
  readonly clientId: string
  readonly grant: { readonly id: string; readonly version: number }
  readonly reference: string | null
  readonly reason: string | null
  readonly effect: readonly string[] | null
  /** Increases with each entry of the key. A later change of the same grant moves the entry to a later position. */
  readonly position: bigint
}

/** The entries of a key after a position, oldest first. */
export async function readFeed(
  _pool: pg.Pool,
  _keyId: string,
  _after: bigint,
  _limit: number,
): Promise<FeedEntry[]> {
  return []
}

/**
 * The present end of the feed of a key: its generation and its last position. The generation changes with a restore of
 * the database. Positions then begin again at 0.
 */
export async function readFeedEnd(
  _pool: pg.Pool,
  _keyId: string,
): Promise<{ generation: string; position: bigint }> {
  return { generation: 'none', position: 0n }
}

/** The JSON body of an entry. */
export function feedEntryBody({ id, type, at, clientId, ...entry }: FeedEntry): object {
  const { grant, reference, reason, effect } = entry
  return {
    id,
    type,
    at: at.toISOString(),
    client_id: clientId,
    grant: { id: grant.id, version: grant.version },
    reference,
    ...(reason !== null && { reason }),
    ...(effect !== null && { effect }),
  }
}
