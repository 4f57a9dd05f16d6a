import { isKeyLive } from '../../access/liveness.ts'
import { type ListRange, readOrdered } from '../../database/ordered.reads.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import type { FirmClientQuery } from './client-filter.ts'
import { type ClientRows, grantRows, inOneOrder, orderOf, readNeverRead } from './client-grants.ts'
import { linkRows } from './client-links.ts'

/** The keys whose clients are listed: of one firm and environment, or one of them. */
export interface AskedKeys {
  readonly firmId: string
  readonly environment: Environment
  /** Null: all keys of the firm and the environment. */
  readonly keyId: string | null
}

/** The asked keys, if the person sees their firm. Throws `record_not_found` for a key that is not one of the firm's. */
export async function findKeys(
  { prisma, person, now }: Reader,
  { firmId, environment, keyId }: AskedKeys,
) {
  if (keyId !== null) requireIdShape('key', keyId)
  const where = {
    firmId,
    environment,
    firm: visibleFirms(person),
    ...(keyId !== null && { id: keyId }),
  }
  const select = { id: true, state: true, expiresAt: true }
  const keys = await prisma.apiKey.findMany({ where, select })
  if (keyId !== null && keys.length === 0) throw notFound('key')
  const ids = keys.map(({ id }) => id)
  const liveIds = keys.flatMap((key) => (isKeyLive(key, now) ? [key.id] : []))
  return { firmId, environment, ids, liveIds }
}

/** The ids of a page of clients: of grants and of links, in the order of the list, each with its position. */
export async function readClientPage(
  query: FirmClientQuery,
  keys: Awaited<ReturnType<typeof findKeys>>,
  range: ListRange,
  context: Context,
): Promise<ClientRows> {
  const pool = poolOf(context)
  const { now } = context.request
  const { only } = query
  const isLive = only === 'active' || only === 'ends_soon' || only === 'never_read'
  const keyIds = isLive ? keys.liveIds : keys.ids
  const grants = grantRows(query)
  const links = linkRows(query, keys)
  if (grants && only === 'never_read') return readNeverRead(pool, grants, keyIds, range, now)
  const rows = [
    ...(grants ? await readOrdered(pool, grants, keyIds, range, now) : []),
    ...(links ? await readOrdered(pool, links, keyIds, range, now) : []),
  ]
  return { rows: inOneOrder(rows, orderOf(only)).slice(0, range.limit), stoppedAt: null }
}
