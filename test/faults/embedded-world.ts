import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { serverPid } from '../database/server-pid.ts'
import { ELSEWHERE, GatewayProcess } from '../serve/process.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { killTree } from '../support/process-tree.ts'
import { PlantWriters } from './plant-writers.ts'
import type { Run } from './scenario.ts'

const ASSETS = 200

/** The findings after writes were cut off. */
export interface Found {
  readonly lost: string[]
  readonly half: string[]
  readonly closed: string[]
  creates: number
  imports: number
}

/** An embedded database with a client, whose portfolio is replaced by imports, and a writer of plants. */
export interface World {
  readonly program: string
  readonly dataDir: string
  readonly file: string
  readonly client: string
  readonly plants: PlantWriters
  /** The time of an import that nothing disturbed. */
  importMs: number
  batch: number
  /** The newest import that was acknowledged. */
  imported: number
}

/** Creates it in a new folder. The server that a killed gateway leaves is ended at the end of the run. */
export async function createWorld(
  { program, folder, atEnd }: Run,
  parent = folder,
): Promise<World> {
  const dataDir = join(parent, 'data')
  atEnd(() => killTree(serverPid(dataDir) ?? 0))
  // The program makes the folder, so that the server has its settings.
  const first = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off' }, program)
  await first.url()
  const database = await openDatabase({ dataDir, onError: () => {} })
  const client = await clientWith(database, batchOf(0))
  const token = await tokenOf(database, client)
  await database.close()
  const file = join(folder, 'batch.ndjson')
  const plants = new PlantWriters(token)
  const world = { program, dataDir, file, client, plants, importMs: 0, batch: 0, imported: 0 }
  await measureImport(world)
  await first.stop()
  return world
}

async function measureImport(world: World): Promise<void> {
  const began = performance.now()
  if (!(await startImport(world).ended)) throw new Error('an import failed that nothing disturbed')
  world.importMs = performance.now() - began
  world.imported = world.batch
}

const VALUATION = { type: 'valuation', valued_at: '2024-01-01', source: 'manual' }

function batchOf(batch: number) {
  return Array.from({ length: ASSETS }, (_, i) => [
    { type: 'asset', ref: `a${i}`, title: `Batch ${batch}`, category: 'WT' },
    { ...VALUATION, asset: `a${i}`, value: String(batch + 1) },
  ]).flat()
}

/** Imports the next batch in a process of its own. `ended`: whether it was acknowledged. */
export function startImport(world: World) {
  const { program, dataDir, file, client } = world
  world.batch++
  const lines = batchOf(world.batch).map((record) => `${JSON.stringify(record)}\n`)
  writeFileSync(file, lines.join(''))
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const child = execFile(
    process.execPath,
    [program, 'import', file, '--client', client],
    { cwd: ELSEWHERE, env },
    () => {},
  )
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
  return { child, ended }
}

const PORTFOLIO = `
  SELECT a.title, v.value::text AS value, count(*)::int AS n FROM assets a
    JOIN valuations v ON v.client_id = a.client_id AND v.registry_id = a.registry_id
   WHERE a.client_id = $1 GROUP BY 1, 2`

/** Compares what is stored with what was acknowledged. */
export async function examine(world: World, found: Found): Promise<void> {
  const database = await openDatabase({ dataDir: world.dataDir, onError: () => {} })
  try {
    const { rows } = await database.pool.query(PORTFOLIO, [world.client])
    const stored = Number(/\d+/.exec(rows[0]?.title)?.[0])
    const isWhole =
      rows.length === 1 && Number(rows[0].value) === stored + 1 && rows[0].n === ASSETS
    if (!isWhole) found.half.push(JSON.stringify(rows))
    else if (stored < world.imported) found.lost.push(`import ${world.imported}, stored ${stored}`)
    const plants = await database.pool.query('SELECT id::text FROM plants')
    const ids = new Set(plants.rows.map(({ id }) => id))
    found.creates = world.plants.acknowledged.size
    for (const id of world.plants.acknowledged) if (!ids.has(id)) found.lost.push(`plant ${id}`)
  } finally {
    await database.close()
  }
}
