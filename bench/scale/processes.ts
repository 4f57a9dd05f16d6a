import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { issueSecrets } from '../database/fill.ts'
import { ROOT } from '../paths.ts'
import { commit, machine } from '../report/machine.ts'
import { type Cost, measureCost, startGateway, warmUp } from './costs.ts'
import { createDatabase, type ScaleDatabase } from './database.ts'
import { addClients, addKeys } from './fill.ts'
import { type OwnRedis, startRedis } from './own-redis.ts'
import { type Kind, requestFor } from './requests.ts'
import { type Spread, spreadOf } from './spread.ts'

const CLIENTS = 100
const WORKERS = [1, 2]

interface Workload {
  readonly name: string
  readonly kind: Kind
  readonly cacheMb: string
}

const WORKLOADS: readonly Workload[] = [
  { name: 'page, cached', kind: 'page', cacheMb: '64' },
  { name: 'page', kind: 'page', cacheMb: '0' },
  { name: 'one asset', kind: 'one asset', cacheMb: '0' },
]

/** One workload with so many workers: each value of its costs over all rounds. */
interface Row {
  readonly workload: string
  readonly workers: number
  readonly cost: Readonly<Record<keyof Cost, Spread>>
}

/** Measures what a request costs each part, with one worker and with two. */
async function run(server: string, rounds: number, seconds: number): Promise<Row[]> {
  const redis = await startRedis()
  const database = await createDatabase(server, 'orangery_processes')
  try {
    await addKeys(database.pool)
    await addClients(database, { first: 1, last: CLIENTS, assets: 0 }, () => {})
    const rows: Row[] = []
    for (const workload of WORKLOADS)
      for (const workers of WORKERS) {
        const costs = await measureWorkload(database, redis, {
          ...workload,
          workers,
          rounds,
          seconds,
        })
        rows.push(toRow(workload.name, workers, costs))
        process.stderr.write(`${workload.name}, workers: ${workers}\n`)
      }
    return rows
  } finally {
    await database.close()
    await database.drop()
    await redis.stop()
  }
}

interface Plan extends Workload {
  readonly workers: number
  readonly rounds: number
  readonly seconds: number
}

async function measureWorkload(
  database: ScaleDatabase,
  redis: OwnRedis,
  { kind, cacheMb, workers, rounds, seconds }: Plan,
): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-scale-'))
  const secrets = await issueSecrets(database.pool)
  const requests = Array.from({ length: CLIENTS }, (_, i) => requestFor(kind, i + 1, secrets))
  const server = await startGateway(database, redis, workers, cacheMb, folder)
  try {
    await warmUp(server, requests, workers)
    const costs: Cost[] = []
    for (let round = 0; round < rounds; round++)
      costs.push(await measureCost({ database, redis, server }, requests, seconds))
    return costs
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function toRow(workload: string, workers: number, costs: readonly Cost[]): Row {
  const cost = spreads((member) => spreadOf(costs.map((each) => each[member])))
  return { workload, workers, cost }
}

function spreads(of: (member: keyof Cost) => Spread): Record<keyof Cost, Spread> {
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    gatewayCpu: of('gatewayCpu'),
    databaseCpu: of('databaseCpu'),
    redisCpu: of('redisCpu'),
    redisCalls: of('redisCalls'),
    redisCommands: of('redisCommands'),
    redisBytesIn: of('redisBytesIn'),
    redisBytesOut: of('redisBytesOut'),
    databaseConnections: of('databaseConnections'),
    redisConnections: of('redisConnections'),
  }
}

function formatCost(cost: Row['cost']): string {
  const lines = Object.entries(cost).map(
    ([name, { median, low, high }]) => `  ${name.padEnd(20)} ${median} (${low}–${high})`,
  )
  return lines.join('\n')
}

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/out' },
    publish: { type: 'boolean', default: false },
  },
})
const rows = await run(values.server, Number(values.rounds), Number(values.seconds))
const json = `${JSON.stringify({ machine: machine(), commit: commit(), connections: 16, rows }, null, 2)}\n`
const out = resolve(ROOT, values.out)
await mkdir(out, { recursive: true })
for (const folder of values.publish ? [out, join(ROOT, 'docs')] : [out])
  await writeFile(join(folder, 'processes.json'), json)
for (const { workload, workers, cost } of rows)
  process.stdout.write(`${workload}, workers: ${workers}\n${formatCost(cost)}\n`)
