import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRequest } from '../contenders/request.ts'
import { BENCH, PEERS } from '../paths.ts'

/** A load: these requests in turn, over connections that each wait for their answer. */
export interface Load {
  readonly url: string
  readonly requests: readonly BenchRequest[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second; absent: as many as are answered. */
  readonly rate?: number
  /** The length of every answer, where all are of one length. */
  readonly bytes?: number
}

/** What came of it. Latencies are in milliseconds. */
export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

interface Told {
  readonly answers: number
  readonly seconds: number
  readonly wrong: number
  readonly p50: number
  readonly p99: number
}

const run = promisify(execFile)

/** The generator of unlimited loads: wrk where the system has it, since it takes least from the contenders. */
export function loadGenerator(): string {
  const { stdout, error } = spawnSync('wrk', ['--version'], { encoding: 'utf8' })
  return error ? 'autocannon' : (/^wrk \S+/.exec(stdout)?.[0] ?? 'wrk')
}

/** Loads a contender from a process of its own; throws if a single answer was wrong. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'orangery-load-'))
  try {
    const limited = load.rate !== undefined || loadGenerator() === 'autocannon'
    const told = await (limited ? autocannon : wrk)(load, folder)
    if (told.wrong > 0 || told.answers === 0)
      throw new Error(`${told.wrong} of ${told.answers} answers were wrong: ${load.url}`)
    return { perSecond: told.answers / told.seconds, p50: told.p50, p99: told.p99 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function autocannon(load: Load, folder: string): Promise<Told> {
  const job = join(folder, 'job.json')
  await writeFile(job, JSON.stringify(load))
  const { stdout } = await run(process.execPath, [join(PEERS, 'dist/load/autocannon.js'), job])
  return JSON.parse(stdout)
}

async function wrk(load: Load, folder: string): Promise<Told> {
  const plan = join(folder, 'requests')
  const host = new URL(load.url).host
  await writeFile(plan, load.requests.map((request) => onTheWire(request, host)).join('\0'))
  const size = ['-t', '1', '-c', String(load.connections), '-d', `${load.seconds}s`]
  const script = ['-s', join(BENCH, 'load/wrk.lua'), load.url, '--', plan, String(load.bytes ?? 0)]
  const { stdout } = await run('wrk', [...size, ...script])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

function onTheWire({ method, path, headers, body = '' }: BenchRequest, host: string): string {
  const all = { Host: host, ...headers, ...(body && { 'Content-Length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
