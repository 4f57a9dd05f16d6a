import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { importGateway } from '../gateway.ts'
import { ROOT } from '../paths.ts'

/** The password of the role that `peers/postgraphile/security.sql` creates. */
const READER_PASSWORD = 'bench'

/** The one PostgreSQL that all contenders use. */
export interface BenchDatabase {
  readonly host: string
  readonly port: number
  /** The process whose children are the processes of PostgreSQL. */
  readonly postmaster: number
  /** The URL for a role, over the unix socket. */
  readonly url: (role: string) => string
  /** Connects as superuser, to fill the database, to write during a load, and to read settings. */
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

interface Embedded {
  readonly connection: { readonly host: string; readonly port: number }
  readonly location: { readonly dataDir: string }
  readonly release: () => Promise<void>
}

/** Starts the gateway's embedded PostgreSQL in a folder, and applies the migrations. */
export async function openDatabase(folder: string): Promise<BenchDatabase> {
  const { connection, location, release } = await start(join(folder, 'data'))
  const { host, port } = connection
  const passwords = await readPasswords(location.dataDir)
  const postmaster = await readPostmaster(location.dataDir)
  const url = (role: string) => {
    const password = passwords.get(role) ?? READER_PASSWORD
    return `postgresql://${role}:${password}@/orangery?host=${encodeURIComponent(host)}&port=${port}`
  }
  const pool = new pg.Pool({ connectionString: url('postgres'), max: 2 })
  pool.on('error', () => {})
  const close = async () => {
    await pool.end()
    await release()
  }
  try {
    await migrate(url('orangery'))
  } catch (thrown) {
    await close()
    throw thrown
  }
  return { host, port, postmaster, url, pool, close }
}

async function readPasswords(dataDir: string): Promise<Map<string, string>> {
  const text = await readFile(join(dataDir, 'orangery.pgpass'), 'utf8')
  const lines = text.trim().split('\n')
  return new Map(
    lines
      .map((line) => line.split(':'))
      .map(([, , , role = '', password = '']) => [role, password]),
  )
}

// The first line of the file is the process id.
async function readPostmaster(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
}

async function start(dataDir: string): Promise<Embedded> {
  const built: { startEmbedded(dataDir: string): Promise<Embedded> } =
    await importGateway('embedded')
  return built.startEmbedded(dataDir)
}

async function migrate(url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url }
  await promisify(execFile)(process.execPath, [join(ROOT, 'bin/orangery.js'), 'migrate'], { env })
}
