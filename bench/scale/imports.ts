import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../paths.ts'
import { clientId } from './ids.ts'
import { type Spread, spreadOf } from './spread.ts'

const RECORDS = 1_000
const RUNS = 5

/**
 * Imports a new value for each of the first 1,000 assets of a client, several times; the seconds that the
 * importer reports. An import before that gives the assets the form of the records.
 */
export async function timeImports(databaseUrl: string, client: number): Promise<Spread> {
  const seconds: number[] = []
  for (let run = 0; run <= RUNS; run++)
    seconds.push(await importOnce(databaseUrl, clientId(client), recordsOf(run)))
  return spreadOf(seconds.slice(1))
}

function recordsOf(run: number): string {
  const records = Array.from({ length: RECORDS }, (_, i) => ({
    type: 'asset',
    ref: `a${i + 1}`,
    title: `Longines Conquest no. ${i + 1}`,
    category: 'watches',
    market_value: `${1_000 + i + run}.50`,
    description: 'Bought from a private collection. Kept dry and out of the light.',
    category_detail: { brand: 'Longines', model: 'Conquest', reference: 'L3.830', year: 2019 },
  }))
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

async function importOnce(url: string, client: string, records: string): Promise<number> {
  const args = [join(ROOT, 'bin/orangery.js'), 'import', '-', '--client', client, '--json']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(records)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const report: { seconds: number; assets: { updated: number } } = JSON.parse(output)
  if (code !== 0 || report.assets.updated !== RECORDS) throw new Error(`import: ${output}`)
  return report.seconds
}
