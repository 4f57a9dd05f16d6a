import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ROOT } from '../paths.ts'

/** A database of this benchmark. */
export interface ScaleDatabase {
  readonly name: string
  readonly url: string
  /** Connects as superuser. */
  readonly pool: pg.Pool
  readonly drop: () => Promise<void>
  readonly close: () => Promise<void>
}

const KEPT_FREE_BYTES = 20e9
// The size of one asset where this was written, with room for the log and for building indexes.
const BYTES_PER_ASSET = 4_500

/** Creates an empty database with the schema; drops one of that name that an earlier run has left. */
export async function createDatabase(server: string, name: string): Promise<ScaleDatabase> {
  await onServer(server, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`)
  const database = openDatabase(server, name)
  const env = { ...process.env, DATABASE_URL: database.url }
  await promisify(execFile)(process.execPath, [join(ROOT, 'bin/orangery.js'), 'migrate'], { env })
  return database
}

/** Opens a database that an earlier run has kept. */
export function openDatabase(server: string, name: string): ScaleDatabase {
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 3 })
  pool.on('error', () => {})
  const close = () => pool.end()
  const drop = () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  return { name, url: url.href, pool, drop, close }
}

/** Throws if the disk of the server would have less than 20 GB left with so many assets more. */
export async function requireSpace({ pool }: ScaleDatabase, assets: number): Promise<void> {
  const { rows } = await pool.query<{ data_directory: string }>('SHOW data_directory')
  const { bavail, bsize } = await statfs(rows[0]?.data_directory ?? '/')
  const left = bavail * bsize - assets * BYTES_PER_ASSET
  if (left < KEPT_FREE_BYTES)
    throw new Error(`${assets} more assets would leave ${Math.round(left / 1e9)} GB on the disk.`)
}

async function onServer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}
