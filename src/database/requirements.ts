import pg from 'pg'
import { stateConflict } from '../errors.ts'

const OLDEST_SERVER = 15

/** Properties of a database that no connection can set. */
interface Qualities {
  readonly name: string
  readonly version: number
  readonly encoding: string
  /** Whether the server has the collations of ICU. A server can be built without. */
  readonly hasIcu: boolean
  /** Whether transactions are read-only by default. An operator may have set this on purpose. */
  readonly isReadOnly: boolean
}

interface Unmet {
  readonly found: string
  readonly remedy: string
}

/** The first requirement that the database does not meet. */
export function unmetRequirement(database: Qualities): Unmet | undefined {
  const { name, version, encoding, hasIcu, isReadOnly } = database
  if (version < OLDEST_SERVER)
    return {
      found: `The server is PostgreSQL ${version}`,
      remedy: `Use PostgreSQL ${OLDEST_SERVER} or newer.`,
    }
  if (encoding !== 'UTF8')
    return {
      found: `The database ${name} has the encoding ${encoding}`,
      remedy: "Create one with UTF-8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.",
    }
  if (!hasIcu)
    return {
      found: 'The server is built without ICU',
      remedy: 'Use a PostgreSQL with ICU: the packages and images of the project have it.',
    }
  if (!isReadOnly) return undefined
  return {
    found: `The database ${name} is read-only by default_transaction_read_only`,
    remedy: `Reset it when it may be written again: ALTER DATABASE ${pg.escapeIdentifier(name)} RESET default_transaction_read_only, or ALTER ROLE.`,
  }
}

/** The first requirement that the database of the pool does not meet. */
export async function findUnmet(pool: pg.Pool): Promise<Unmet | undefined> {
  const { rows } = await pool.query<Qualities>(QUALITIES)
  return rows[0] && unmetRequirement(rows[0])
}

/** Throws `state_conflict` for a database that the gateway cannot work with. */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const unmet = await findUnmet(pool)
  if (unmet) throw stateConflict(`${unmet.found}. ${unmet.remedy}`)
}

const QUALITIES = `
  SELECT current_database()::text AS name, current_setting('server_version_num')::int / 10000 AS version,
         current_setting('server_encoding') AS encoding,
         EXISTS (SELECT FROM pg_catalog.pg_collation WHERE collname = 'und-x-icu') AS "hasIcu",
         current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`
