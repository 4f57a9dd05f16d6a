import DataLoader from 'dataloader'
import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

/** The id of an asset or of a collection, with the client that an event names. */
interface NamedId {
  readonly clientId: string | null
  readonly id: string
}

const readLabel = rowReader('labels', { clientId: isText, id: isText, label: isText })

export type LabelLoader = DataLoader<NamedId, string | null, string>

/**
 * Loads the present titles of assets and names of collections, for their client and for staff. Null for every other
 * person, and for assets and collections that no longer exist.
 */
export function createLabelLoader(pool: pg.Pool, person: Person): LabelLoader {
  return new DataLoader((named) => readLabels(pool, person, named), { cacheKeyFn: keyOf })
}

function keyOf({ clientId, id }: NamedId): string {
  return `${clientId} ${id}`
}

async function readLabels(pool: pg.Pool, person: Person, named: readonly NamedId[]) {
  const allowed = named.filter(({ clientId }) => person.isStaff || clientId === person.userId)
  if (allowed.length === 0) return named.map(() => null)
  const rows = await readRows(
    pool,
    `WITH named AS (SELECT * FROM unnest($1::text[], $2::text[]) n (client_id, id))
     SELECT a.client_id AS "clientId", a.registry_id AS id, a.title AS label
       FROM named n JOIN assets a ON a.client_id = n.client_id AND a.registry_id = n.id
     UNION ALL
     SELECT c.client_id, c.id, c.name
       FROM named n JOIN collections c ON c.client_id = n.client_id AND c.id = n.id`,
    [allowed.map(({ clientId }) => clientId), allowed.map(({ id }) => id)],
    'labels',
  )
  const labels = new Map(rows.map(readLabel).map((row) => [keyOf(row), row.label]))
  return named.map((each) => labels.get(keyOf(each)) ?? null)
}
