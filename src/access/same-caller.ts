import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { serviceUnavailable } from '../errors.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Partner } from './caller.ts'
import { readLiveVersions, requireGranted } from './grant.reads.ts'

/**
 * Throws `service_unavailable` if a decision about the caller is not the same now as before. The client then sends its
 * request again.
 */
export function requireSame(before: unknown, now: unknown): void {
  if (!isDeepStrictEqual(before, now)) throw serviceUnavailable()
}

/**
 * Checks the same for the grants under which a request has read. For a grant that has ended, throws the error that
 * rejects it.
 */
export async function requireSameGrants(
  pool: pg.Pool,
  { usage }: RequestContext,
  partner: Partner,
  now: Date,
): Promise<void> {
  const opened = [...(usage?.opened.values() ?? [])]
  const ids = opened.map(({ grant }) => grant.id)
  const versions = await readLiveVersions(pool, partner, ids, now)
  for (const { clientId, grant: before } of opened) {
    if (versions.get(before.id) === before.version) continue
    const { grant } = await requireGranted(pool, partner, clientId, now)
    requireSame([before.id, before.version], [grant?.id, grant?.version])
  }
}
