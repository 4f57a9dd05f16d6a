import type pg from 'pg'
import { isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const readRequest = rowReader('grants', { id: isText })

/** A grant in the change feed. The client tells a cluster the shard. */
interface FeedGrantId {
  readonly clientId: string
  readonly grant: { readonly id: string }
}

/**
 * The ids of those grants whose client asked the firm to delete what it has read. The grant itself says it, and not the
 * row of the feed: a process of the release before may have written that row.
 */
export async function readDeletionRequests(
  pool: pg.Pool,
  grants: readonly FeedGrantId[],
): Promise<ReadonlySet<string>> {
  if (grants.length === 0) return new Set()
  const clientIds = [...new Set(grants.map(({ clientId }) => clientId))]
  const rows = await readRows(
    pool,
    `SELECT id FROM grants
      WHERE client_id = ANY ($1::text[]) AND id = ANY ($2::text[]) AND deletion_requested_at IS NOT NULL`,
    [clientIds, grants.map(({ grant }) => grant.id)],
    'deletion_requests',
  )
  return new Set(rows.map((row) => readRequest(row).id))
}
