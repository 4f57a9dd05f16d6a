import type pg from 'pg'
import { ASSET_FILTER_TYPES, FILTER_KINDS } from '../../access/asset-filter.ts'
import type { Person } from '../../access/caller.ts'
import { isText, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { requirePerson } from './acting-person.ts'

interface NamedId {
  readonly clientId: string | null
  readonly id: string
}

const readLabel = rowReader('labels', { clientId: isText, id: isText, label: isText })

/** A label as `readLabels` reads it, together with those of the page. Null: there is none. */
export async function loadLabel(
  loaders: PageLoaders,
  named: NamedId,
  context: Context,
): Promise<string | null> {
  const person = requirePerson(context)
  const read = (keys: readonly string[]) => readLabels(poolOf(context), person, keys)
  return (await loaders.load('labels', labelKey(named), read)) ?? null
}

function labelKey({ clientId, id }: NamedId): string {
  return `${clientId} ${id}`
}

const NAMING = ASSET_FILTER_TYPES.flatMap((type) => FILTER_KINDS[type].names ?? [])
const LABELS = NAMING.map(
  ({ table, id, label }) =>
    `SELECT t.client_id AS "clientId", t.${id} AS id, t.${label} AS label
       FROM named n JOIN ${table} t ON t.client_id = n.client_id AND t.${id} = n.id`,
).join(' UNION ALL ')

// The present titles of assets and names of collections by `labelKey`, for their client and for staff. Every other person
// gets none, and assets and collections that no longer exist have none.
async function readLabels(
  pool: pg.Pool,
  person: Person,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const named = keys.map((key) => key.split(' '))
  const allowed = named.filter(([clientId]) => person.isStaff || clientId === person.userId)
  if (allowed.length === 0) return new Map()
  const rows = await readRows(
    pool,
    `WITH named AS (SELECT * FROM unnest($1::text[], $2::text[]) n (client_id, id)) ${LABELS}`,
    [allowed.map(([clientId]) => clientId), allowed.map(([, id]) => id)],
    'labels',
  )
  return new Map(rows.map(readLabel).map((row) => [labelKey(row), row.label]))
}
