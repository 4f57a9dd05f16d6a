import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { readJson } from '../database/statement.ts'
import { serviceUnavailable } from '../errors.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Partner } from './caller.ts'
import { requireGranted } from './grant.reads.ts'
import { liveSql } from './liveness.ts'
import { isNumber, isText, rowReader } from './rows.ts'

const readVersion = rowReader('grants', { id: isText, version: isNumber })

/** Throws `service_unavailable` if a decision about the caller has changed: the client sends its request again. */
export function requireSame(before: unknown, now: unknown): void {
  if (!isDeepStrictEqual(before, now)) throw serviceUnavailable()
}

// Not by `asJson`: on a cluster, rows of several shards come without the names of their columns.
const LIVE_VERSIONS = `
  SELECT json_build_object('id', g.id, 'version', g.version) AS row FROM grants g WHERE g.key_id = $1
     AND ${liveSql('g', '$2')} AND g.id = ANY ($3::text[]) AND g.client_id = ANY ($4::text[])`

/**
 * Checks the same for the grants under which a request has read, and for those that it lists. For a grant that has ended,
 * throws the error that rejects it if the request has read under it.
 */
export async function requireSameGrants(
  pool: pg.Pool,
  { usage, now }: RequestContext,
  partner: Partner,
): Promise<void> {
  const [opened, listed] = [[...(usage?.opened.values() ?? [])], usage?.listed ?? []]
  const all = [...opened, ...listed]
  if (all.length === 0) return
  const ids = all.map(({ grant }) => grant.id)
  const clientIds = all.map(({ clientId }) => clientId)
  const values = [partner.keyId, now, ids, clientIds]
  const rows = await readJson(pool, LIVE_VERSIONS, values, 'live_grants')
  const versions = new Map(rows.map(readVersion).map(({ id, version }) => [id, version]))
  for (const { clientId, grant: before } of opened) {
    if (versions.get(before.id) === before.version) continue
    const { grant } = await requireGranted(pool, partner, clientId, now)
    requireSame([before.id, before.version], [grant?.id, grant?.version])
  }
  for (const { grant } of listed) requireSame(grant.version, versions.get(grant.id))
}
