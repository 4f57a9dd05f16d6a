import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '../../src/database/client.ts'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { GatewayProcess } from '../serve/process.ts'

/** A database and a gateway process on it. */
export interface Stage {
  /** As the owner of the schema. */
  readonly database: Database
  readonly gateway: GatewayProcess
  readonly url: string
}

/** Starts the `program` on a database that `fill` has filled, does the work, and ends both. */
export async function onStage<Filled, Result>(
  program: string,
  fill: (database: Database) => Promise<Filled>,
  work: (stage: Stage, filled: Filled) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-load-'))
  chmodSync(folder, 0o711)
  const server = await startEmbedded(join(folder, 'data'))
  const database = connect(server.connection, { onError: () => {}, poolSize: 4 })
  let gateway: GatewayProcess | undefined
  try {
    await migrate(database.pool)
    await grantRuntimeRights(database.pool, server.runtime.user)
    const filled = await fill(database)
    await database.pool.query('VACUUM (ANALYZE)')
    gateway = new GatewayProcess(
      { DATABASE_URL: urlOf(server.runtime), DATABASE_OWNER_URL: urlOf(server.connection) },
      program,
    )
    return await work({ database, gateway, url: await gateway.url() }, filled)
  } finally {
    await gateway?.stop()
    await database.close()
    await server.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Address {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly database?: string
}

function urlOf({ host, port, user, password = '', database = 'orangery' }: Address): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
