import { execFile, execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { serverPid } from '../database/server-pid.ts'
import { ELSEWHERE, GatewayProcess } from '../serve/process.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { killTree } from '../support/process-tree.ts'
import { PlantWriters } from './plant-writers.ts'
import { none, type Row, type Run, type Scenario } from './scenario.ts'

const DISK = '400m'
const IMPORT_MS = 60_000
const HEAL_MS = 30_000

/** The folder of the embedded database: two processes, a full disk, a read-only disk. */
export const folders: Scenario = {
  name: 'folders',
  unavailable: () => (process.getuid?.() === 0 ? undefined : 'needs root, to mount a small disk'),
  async run(run) {
    const disk = mountDisk(run)
    const dataDir = join(disk, 'data')
    const start = () => new GatewayProcess({ DATA_DIR: dataDir, DEMO: 'off' }, run.program)
    run.atEnd(() => killTree(serverPid(dataDir) ?? 0))
    const first = start()
    run.atEnd(() => first.stop('SIGKILL'))
    const url = await first.url()
    const { client, token } = await createPerson(dataDir)
    const plants = new PlantWriters(token)
    const full = await fillDisk(disk, url, plants, () => importLarge(run, dataDir, client))
    const shared = await shareFolder(first, start, plants)
    const readOnly = await startReadOnly(disk, start)
    const stored = await storedPlants(dataDir)
    const lost = [...plants.acknowledged].filter((id) => !stored.has(id))
    return [
      full,
      shared,
      readOnly,
      none('acknowledged writes lost', plants.acknowledged.size, lost),
    ]
  },
  controls: [
    {
      without: 'the lock by which the last process stops the server',
      row: 'two processes',
      file: 'embedded-postgres/lease.js',
      find: 'const isLast = await lockExclusively(this.#client).catch(() => false);',
      replace: 'const isLast = true;',
    },
  ],
}

function mountDisk({ folder, atEnd }: Run): string {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=711`, 'none', disk])
  atEnd(() => execFileSync('umount', ['--lazy', disk]))
  return disk
}

async function createPerson(dataDir: string): Promise<{ client: string; token: string }> {
  const database = await openDatabase({ dataDir, onError: () => {} })
  const client = await clientWith(database, [])
  const token = await tokenOf(database, client)
  await database.close()
  return { client, token }
}

async function storedPlants(dataDir: string): Promise<ReadonlySet<string>> {
  const database = await openDatabase({ dataDir, onError: () => {} })
  const { rows } = await database.pool.query<{ id: string }>('SELECT id::text FROM plants')
  await database.close()
  return new Set(rows.map(({ id }) => id))
}

/** Writes while the disk is full, and until writes are stored again. `importing` needs more than there is room for. */
async function fillDisk(
  disk: string,
  url: string,
  plants: PlantWriters,
  importing: () => Promise<string>,
): Promise<Row> {
  const stop = plants.start(url)
  await sleep(500)
  const fill = join(disk, 'fill')
  writeUntilFull(fill)
  const line = await importing()
  const alive = await fetch(`${url}/healthz`).then(({ status }) => status, String)
  rmSync(fill)
  const before = plants.acknowledged.size
  const began = performance.now()
  while (plants.acknowledged.size === before && performance.now() - began < HEAL_MS) await sleep(20)
  await stop()
  const healed = Math.round(performance.now() - began)
  return {
    what: 'a full disk: an import fails with a line, and the gateway heals by itself',
    n: 1,
    result: `alive ${alive}, "${line}", writes after ${healed} ms`,
    isMet: alive === 200 && healed < HEAL_MS && /^error: .*(disk|space|database)/i.test(line),
  }
}

const ASSETS = 4_000
const NOTE = 'x'.repeat(4_000)

async function importLarge(
  { folder, program }: Run,
  dataDir: string,
  client: string,
): Promise<string> {
  const file = join(folder, 'large.ndjson')
  const asset = { type: 'asset', title: 'Asset', category: 'WT', description: NOTE }
  const lines = Array.from({ length: ASSETS }, (_, i) => JSON.stringify({ ...asset, ref: `a${i}` }))
  writeFileSync(file, lines.join('\n'))
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const argv = [program, 'import', file, '--client', client]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      argv,
      { cwd: ELSEWHERE, env, timeout: IMPORT_MS },
      (_error, out, err) => resolve((err || out).trim().split('\n').at(-1) ?? ''),
    )
  })
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(1 << 16)
  try {
    for (;;) writeSync(descriptor, block)
  } catch {
    closeSync(descriptor)
  }
}

/** A second process joins, the first one ends, and the second one goes on. */
async function shareFolder(
  first: GatewayProcess,
  start: () => GatewayProcess,
  plants: PlantWriters,
): Promise<Row> {
  const second = start()
  const url = await second.url()
  const ended = await first.stop()
  const stop = plants.start(url)
  await sleep(500)
  const before = plants.acknowledged.size
  await sleep(1_000)
  await stop()
  const written = plants.acknowledged.size - before
  // When the second one stops the server in its turn, connections that it is closing may be lost.
  const hasLost = /database connection lost/.test(second.out)
  const { code } = await second.stop()
  const isMet = ended.code === 0 && code === 0 && written > 0 && !hasLost
  return {
    what: 'two processes on one folder: the second goes on',
    n: 2,
    result: `${written} writes, exits ${ended.code} and ${code}`,
    isMet,
  }
}

/** A start on a read-only disk ends with one line that names the folder. */
async function startReadOnly(disk: string, start: () => GatewayProcess): Promise<Row> {
  execFileSync('mount', ['-o', 'remount,ro', disk])
  const { code, err } = await start().ended
  execFileSync('mount', ['-o', 'remount,rw', disk])
  const line = err.trim()
  const isMet = code === 1 && line.includes(disk) && /read-only/i.test(line)
  return {
    what: 'a read-only folder: a clear line',
    n: 1,
    result: `exit ${code}: ${line.replaceAll(disk, '…')}`,
    isMet,
  }
}
