import { inject, type ProvidedContext } from 'vitest'
import type { Database } from '../../src/database/client.ts'
import { toDatabase } from '../support/server.ts'

/** The DATABASE_URL of the database of a test file. */
export async function addressOf(
  { pool }: Database,
  role: 'server' | 'runtime' = 'server',
): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
  return addressAt(inject(role), rows[0]?.name ?? '')
}

/** The DATABASE_URL of a database on a server, which may listen on a unix socket only. */
export function addressAt(server: ProvidedContext['server'], name: string): string {
  const connection = toDatabase(server, name)
  if (typeof connection === 'string') return connection
  const { user, password, host, port } = connection
  return `postgres://${user}:${password}@${encodeURIComponent(host ?? '')}:${port}/${name}`
}
