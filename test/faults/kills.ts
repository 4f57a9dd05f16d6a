import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { serverPid } from '../database/server-pid.ts'
import { GatewayProcess } from '../serve/process.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { killTree } from '../support/process-tree.ts'
import { PlantWriters } from './plant-writers.ts'
import { amount, none, type Run, type Scenario } from './scenario.ts'

const ASSETS = 200
const VICTIMS = ['gateway', 'database', 'both', 'import'] as const

/** Writes that are under way when processes are killed with SIGKILL, on the embedded database. */
export const kills: Scenario = {
  name: 'kills',
  async run(run) {
    const count = amount(run.size, 100, 4, 12)
    const found: Found = { lost: [], half: [], closed: [], creates: 0, imports: 0 }
    const world = await createWorld(run)
    for (let round = 0; round < count; round++) {
      await killOnce(world, VICTIMS[round % VICTIMS.length] ?? 'both', found)
      run.onProgress(`${round + 1} of ${count}`)
    }
    return [
      none(
        'acknowledged writes lost',
        found.creates + found.imports,
        found.lost,
        `${found.creates} plants, ${found.imports} imports acknowledged`,
      ),
      none('half imports', count, found.half),
      none('does not open', count, found.closed),
    ]
  },
  controls: [
    {
      without: 'waiting for the disk at a commit',
      row: 'acknowledged writes lost',
      removals: [
        {
          file: 'database/embedded/settings.js',
          find: "synchronous_commit: 'on'",
          replace: "synchronous_commit: 'off', wal_writer_delay: '10s'",
        },
      ],
    },
    {
      without: 'one transaction for an import',
      row: 'half imports',
      removals: [
        ...[
          'change-sql',
          'document-limit',
          'merge-sql',
          'merge',
          'references',
          'removal-sql',
          'staging',
        ].map((name) => ({ file: `importer/${name}.js`, find: 'ON COMMIT DROP', replace: '' })),
        {
          file: 'importer/merge.js',
          find: 'const valuations =',
          replace: `await run('COMMIT'); await run('SELECT pg_sleep(1)'); await run('BEGIN'); const valuations =`,
        },
      ],
    },
  ],
}

interface Found {
  readonly lost: string[]
  readonly half: string[]
  readonly closed: string[]
  creates: number
  imports: number
}

interface World {
  readonly program: string
  readonly dataDir: string
  readonly file: string
  readonly client: string
  readonly plants: PlantWriters
  /** What an import took that nothing disturbed. */
  importMs: number
  batch: number
  /** The newest import that was acknowledged. */
  imported: number
}

async function createWorld({ program, folder, atEnd }: Run): Promise<World> {
  const dataDir = join(folder, 'data')
  // The server that a killed gateway has left runs on.
  atEnd(() => killTree(serverPid(dataDir) ?? 0))
  // The program makes the folder, so that the server has its settings.
  const first = new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off' }, program)
  await first.url()
  const database = await openDatabase({ dataDir }, () => {})
  const client = await clientWith(database, batchOf(0))
  const token = await tokenOf(database, client)
  await database.close()
  const file = join(folder, 'batch.ndjson')
  const plants = new PlantWriters(token)
  const world: World = {
    program,
    dataDir,
    file,
    client,
    plants,
    importMs: 0,
    batch: 0,
    imported: 0,
  }
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

function batchOf(batch: number) {
  return Array.from({ length: ASSETS }, (_, i) => [
    { type: 'asset', ref: `a${i}`, title: `Batch ${batch}`, category: 'WT' },
    {
      type: 'valuation',
      asset: `a${i}`,
      value: String(batch + 1),
      valued_at: '2024-01-01',
      source: 'manual',
    },
  ]).flat()
}

async function killOnce(world: World, victim: (typeof VICTIMS)[number], found: Found) {
  const gateway = new GatewayProcess({ DATA_DIR: world.dataDir, DEMO: 'off' }, world.program)
  const opened = await gateway.url().catch((thrown: Error) => found.closed.push(thrown.message))
  if (typeof opened === 'number') return
  const stopWriting = world.plants.start(opened)
  const importing = startImport(world)
  // At any moment of the import, also on a slow machine.
  await sleep(randomInt(200, Math.round(Math.max(1_600, 1.5 * world.importMs))))
  if (victim === 'import') importing.child.kill('SIGKILL')
  if (victim === 'gateway' || victim === 'both') gateway.child.kill('SIGKILL')
  if (victim === 'database' || victim === 'both') killTree(serverPid(world.dataDir) ?? 0)
  await Promise.all([stopWriting(), importing.ended, sleep(100)])
  if (await importing.ended) {
    found.imports++
    world.imported = world.batch
  }
  await gateway.stop('SIGKILL')
  await examine(world, found)
}

/** Imports the next batch in a process of its own. `ended`: whether it was acknowledged. */
function startImport(world: World) {
  const { program, dataDir, file, client } = world
  world.batch++
  writeFileSync(
    file,
    batchOf(world.batch)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  )
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const child = execFile(
    process.execPath,
    [program, 'import', file, '--client', client],
    { env },
    () => {},
  )
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
  return { child, ended }
}

const PORTFOLIO = `
  SELECT a.title, v.value::text AS value, count(*)::int AS n FROM assets a
    JOIN valuations v ON v.client_id = a.client_id AND v.registry_id = a.registry_id
   WHERE a.client_id = $1 GROUP BY 1, 2`

async function examine(world: World, found: Found) {
  const database = await openDatabase({ dataDir: world.dataDir }, () => {})
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
