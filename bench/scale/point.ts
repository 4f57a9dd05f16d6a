import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, type ServerPlan, startServer } from '../contenders/server.ts'
import { ROOT } from '../paths.ts'
import type { ScaleDatabase } from './database.ts'
import { timeImports } from './imports.ts'
import { countOf, KINDS, type Kind, requestFor, timeRequests } from './requests.ts'
import type { Spread } from './spread.ts'
import { cpuPerRequest, readUsedCpu } from './used-cpu.ts'

/** The clients that are read, and the client that is imported into. */
export interface Target {
  readonly clients: readonly number[]
  readonly imported: number
  readonly requests: number
}

/** One kind of request: its latency, and the processor time of each part, in milliseconds. */
export interface Measured {
  readonly latency: Spread
  readonly gatewayCpu: number
  readonly databaseCpu: number
}

/** Requests, and the seconds of an import of 1,000 records. */
export interface Latencies {
  /** Without the response cache. */
  readonly cold: Readonly<Record<string, Measured>>
  /** The page again, from the response cache. */
  readonly warmPage: Measured
  readonly importSeconds: Spread
}

const WARM_UP = 60

/** Measures one database over HTTP: each kind of request without the response cache, the page with it, and imports. */
export async function measureLatencies(
  database: ScaleDatabase,
  secrets: readonly string[],
  target: Target,
): Promise<Latencies> {
  const cold = await withGateway(database, '0', async (server) => {
    await warmUp(server.url, secrets, target)
    const measured: Record<string, Measured> = {}
    for (const kind of kinds())
      measured[kind] = await withCpu(database, server, () =>
        timeKind(server.url, kind, secrets, target),
      )
    return measured
  })
  const warmPage = await withGateway(database, '64', async (server) => {
    const [first = 1] = target.clients
    const same = { ...target, clients: [first] }
    await warmUp(server.url, secrets, same)
    return withCpu(database, server, () => timeKind(server.url, 'page', secrets, same))
  })
  return { cold, warmPage, importSeconds: await timeImports(database.url, target.imported) }
}

async function withCpu(
  database: ScaleDatabase,
  server: RunningServer,
  measure: () => Promise<Spread>,
): Promise<Measured> {
  const before = await readUsedCpu(database, server)
  const latency = await measure()
  const after = await readUsedCpu(database, server)
  const { gatewayCpu, databaseCpu } = cpuPerRequest(before, after, latency.count)
  return { latency, gatewayCpu: rounded(gatewayCpu), databaseCpu: rounded(databaseCpu) }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}

function kinds(): Kind[] {
  return Object.keys(KINDS).filter((name): name is Kind => name in KINDS)
}

async function timeKind(
  url: string,
  kind: Kind,
  secrets: readonly string[],
  { clients, requests }: Target,
): Promise<Spread> {
  // Each kind begins elsewhere, so that it does not find in memory what the one before has read.
  const offset = kinds().indexOf(kind) * requests
  const picked = Array.from(
    { length: countOf(kind, requests) },
    (_, i) => clients[(offset + i) % clients.length],
  )
  return timeRequests(
    url,
    picked.map((number) => requestFor(kind, number ?? 0, secrets)),
  )
}

// The first requests find code that is not compiled, and no connections.
async function warmUp(url: string, secrets: readonly string[], target: Target): Promise<void> {
  const few = { ...target, clients: target.clients.slice(-1), requests: WARM_UP }
  for (const kind of kinds()) await timeKind(url, kind, secrets, few)
}

async function withGateway<Result>(
  { url: databaseUrl }: ScaleDatabase,
  cacheMb: string,
  work: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-scale-'))
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    CACHE_MB: cacheMb,
    LOG_LEVEL: 'warn',
  }
  const command: ServerPlan['command'] = [process.execPath, join(ROOT, 'bin/orangery.js'), 'serve']
  const plan = { name: 'orangery', command, environment, ready: '/readyz' }
  const server = await startServer(plan, folder, new AbortController().signal)
  try {
    return await work(server)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
