import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ServerPlan } from '../contenders/server.ts'
import type { BenchDatabase } from '../database/open.ts'
import type { Options } from '../options.ts'
import { ROOT } from '../paths.ts'
import { describeRun } from './json.ts'
import type { Results } from './results.ts'
import { drawSvg } from './svg.ts'
import { formatTables } from './table.ts'

/** Prints the tables, and writes the JSON and the SVG. */
export async function writeResults(
  results: Results,
  options: Options,
  plans: readonly ServerPlan[],
  { pool }: BenchDatabase,
): Promise<void> {
  const json = `${JSON.stringify(await describeRun(results, options, plans, pool), null, 2)}\n`
  const svg = drawSvg(results)
  const out = resolve(ROOT, options.out)
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'bench.json'), json)
  await writeFile(join(out, 'bench.svg'), svg)
  if (options.publish) {
    await writeFile(join(ROOT, 'docs/performance.json'), json)
    await writeFile(join(ROOT, 'docs/performance.svg'), svg)
  }
  process.stdout.write(`\n${formatTables(results)}\n\nWritten to ${out}\n`)
}
