import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cpuBetween, readCpu } from '../measure/cpu.ts'

/** The duration of one import, in seconds. */
export interface Timing {
  /** Reading and checking all lines, without a database. */
  checking: number
  total: number
  /** Until all rows are in the staging tables. The rest is the merge. */
  staging: number
  /** The processor time of this process. */
  nodeCpu: number
  /** That of the connection's process until the staging was over, and after it. Null except on Linux. */
  stagingCpu: number | null
  mergeCpu: number | null
  /** The highest memory of this process, in bytes. */
  memory: number
  assets: number
}

const [checkout = '', url = '', client = '', file = ''] = process.argv.slice(2)
const importGatewayFile = (path: string) => import(pathToFileURL(`${checkout}/dist/${path}`).href)
const { importPortfolio } = await importGatewayFile('importer/import.js')
const { readSource } = await importGatewayFile('importer/read-source.js')
const { recordSchema } = await importGatewayFile('importer/record-schema.js')

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
  const [start, before] = [performance.now(), readCpu(backend)]
  const used = process.cpuUsage()
  let staged = { at: start, cpu: before }
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage === 'writing') staged = { at: performance.now(), cpu: readCpu(backend) }
  }
  const report = await importPortfolio(pool, client, createReadStream(file), { onProgress })
  const total = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(used)
  const after = readCpu(backend)
  await pool.end()
  if (report.bad_count > 0) throw new Error(JSON.stringify(report.bad.slice(0, 3)))
  return {
    total,
    staging: (staged.at - start) / 1000,
    nodeCpu: (user + system) / 1e6,
    stagingCpu: cpuBetween(before, staged.cpu),
    mergeCpu: cpuBetween(staged.cpu, after),
    memory: process.resourceUsage().maxRSS * 1024,
    assets: report.assets.created,
  }
}

// The import comes first: it starts cold, as a command does.
const timed = await timeImport()
const timing: Timing = { ...timed, checking: await timeChecking() }
process.stdout.write(JSON.stringify(timing))
