import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cpuSeconds } from '../scale/cpu.ts'

/** What one import took, in seconds. */
export interface Timing {
  /** Reading and checking all lines, without a database. */
  checking: number
  total: number
  /** Until all rows are in the staging tables. The rest is the merge. */
  staging: number
  /** Processor time of this process, and of the connection's process until the staging was over, and after it. */
  nodeCpu: number
  stagingCpu: number
  mergeCpu: number
  /** The highest memory of this process, in bytes. */
  memory: number
  assets: number
}

const [checkout = '', url = '', client = '', file = ''] = process.argv.slice(2)
const importGatewayFile = (path: string) => import(pathToFileURL(`${checkout}/dist/${path}`).href)
const { importPortfolio } = await importGatewayFile('importer/import.js')
const { readSource } = await importGatewayFile('importer/read-source.js')
const { recordSchema } = await importGatewayFile('importer/records.js')

async function timeChecking(): Promise<number> {
  const start = performance.now()
  const nowhere = { add() {}, isFull: false, async send() {} }
  await readSource(createReadStream(file), recordSchema(Date.now), nowhere, () => {})
  return (performance.now() - start) / 1000
}

async function timeImport(): Promise<Omit<Timing, 'checking'>> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const backend = [rows[0]?.pid ?? 0]
  const [start, before] = [performance.now(), cpuSeconds(backend)]
  const used = process.cpuUsage()
  let staging = { seconds: 0, cpu: 0 }
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage !== 'writing') return
    staging = { seconds: (performance.now() - start) / 1000, cpu: cpuSeconds(backend) - before }
  }
  const report = await importPortfolio(pool, client, createReadStream(file), { onProgress })
  const total = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(used)
  const cpu = cpuSeconds(backend) - before
  await pool.end()
  if (report.bad_count > 0) throw new Error(JSON.stringify(report.bad.slice(0, 3)))
  return {
    total,
    staging: staging.seconds,
    nodeCpu: (user + system) / 1e6,
    stagingCpu: staging.cpu,
    mergeCpu: cpu - staging.cpu,
    memory: process.resourceUsage().maxRSS * 1024,
    assets: report.assets.created,
  }
}

// The import comes first: it starts cold, as a command does.
const timed = await timeImport()
const timing: Timing = { ...timed, checking: await timeChecking() }
process.stdout.write(JSON.stringify(timing))
