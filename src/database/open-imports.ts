import type pg from 'pg'
import type { Logger } from 'pino'
import { measured } from '../measured.ts'

export interface OpenImport {
  readonly clientId: string
  readonly since: Date
  readonly seconds: number
  /** The process of the server, the role, and the address of the client. The runtime role does not see the address. */
  readonly pid: number
  readonly role: string
  readonly host: string | null
}

const LONG_SECONDS = 60

/** SQL that names the session of an import until its commit. Of the sessions of others, a role sees only the name. */
export function nameImportSql(client: string): string {
  return `set_config('application_name',
    format('orangery import %s %s', ${client}::text, extract(epoch FROM clock_timestamp())::bigint), true)`
}

const OPEN = `
  SELECT name[1] AS "clientId", to_timestamp(name[2]::bigint) AS since, pid, usename::text AS role,
         host(client_addr) AS host, extract(epoch FROM clock_timestamp())::float8 - name[2]::bigint AS seconds
    FROM pg_stat_activity, regexp_match(application_name, '^orangery import (\\S+) (\\d{1,11})$') name
   WHERE datname = current_database() AND name IS NOT NULL ORDER BY since, pid`

/** The open imports, the oldest first. */
export async function readOpenImports(pool: pg.Pool): Promise<readonly OpenImport[]> {
  return (await pool.query<OpenImport>(OPEN)).rows
}

/** Whether an import is open for over a minute. */
export function isLong({ seconds }: OpenImport): boolean {
  return seconds > LONG_SECONDS
}

export function describeImport({ clientId, since, pid, role, host }: OpenImport): string {
  const session = `session ${pid} of the role ${role}${host === null ? '' : ` from ${host}`}`
  return `the import of ${clientId} that is open since ${since.toISOString()} (${session})`
}

/** Returns a look that measures the open imports, and logs each once that is open for over a minute. */
export function watchImports(pool: pg.Pool, log: Logger): () => Promise<void> {
  let logged: readonly string[] = []
  return async () => {
    const open = await readOpenImports(pool)
    measured.emit('imports', open.length, open[0]?.seconds ?? 0)
    const long = open.filter(isLong)
    for (const each of long)
      if (!logged.includes(describeImport(each)))
        log.warn(
          { client: each.clientId, session: each.pid, since: each.since },
          'an import is open',
        )
    logged = long.map(describeImport)
  }
}
