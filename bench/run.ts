import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { planFigures } from './contenders/figures.ts'
import { preparePeers } from './contenders/prepare.ts'
import { type RunningServer, type ServerPlan, startServer } from './contenders/server.ts'
import { SERVER_NAMES, type ServerName, serverPlans } from './contenders/servers.ts'
import { fill } from './database/fill.ts'
import { type BenchDatabase, openDatabase } from './database/open.ts'
import { findSubjects } from './database/subjects.ts'
import { measureDepth } from './measure/depth.ts'
import { type Bench, measureRates } from './measure/rates.ts'
import { measureSteady } from './measure/steady.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { ROOT } from './paths.ts'
import { describeRun } from './report/json.ts'
import type { Memory, Results } from './report/results.ts'
import { drawSvg } from './report/svg.ts'
import { formatTables } from './report/table.ts'

const FIGURES = ['list', 'mixed', 'single', 'valuations', 'documents', 'summary', 'steady', 'depth']

/** Builds the database, starts the contenders, measures them, and writes what was found. */
async function run(options: Options): Promise<void> {
  requireKnown(options.only)
  say('building the peers')
  await preparePeers()
  const folder = options.data
    ? resolve(options.data)
    : mkdtempSync(join(tmpdir(), 'orangery-bench-'))
  await mkdir(folder, { recursive: true })
  // As root the database's server runs as another account, which must get through.
  chmodSync(folder, 0o711)
  const database = await openDatabase(folder)
  try {
    say('filling the database')
    await fill(database.pool, options.size)
    await measure(database, options, folder)
  } finally {
    await database.close()
    if (!options.data) rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(database: BenchDatabase, options: Options, folder: string): Promise<void> {
  const plans = chosenPlans(database, options.only)
  const servers = new Map<ServerName, RunningServer>()
  try {
    for (const [name, plan] of plans)
      servers.set(name, await startServer(plan, folder, stopped.signal))
    const results = await measureAll(database, options, servers)
    await report(results, options, [...plans.values()], database)
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
}

/** The contenders that take part: Orangery without its cache always does, as the reference. */
function chosenPlans(
  database: BenchDatabase,
  only: readonly string[],
): Map<ServerName, ServerPlan> {
  const named = SERVER_NAMES.filter((name) => only.includes(name))
  const wanted = named.length === 0 ? SERVER_NAMES : named
  const all = serverPlans(database)
  const chosen = new Map<ServerName, ServerPlan>()
  for (const name of SERVER_NAMES) {
    if (name !== 'orangery-cold' && !wanted.includes(name)) continue
    const plan = all[name]
    if (plan) chosen.set(name, plan)
    else say(`${name} takes no part: it needs Node 22, and this system has none`)
  }
  return chosen
}

async function measureAll(
  { pool }: BenchDatabase,
  options: Options,
  servers: ReadonlyMap<ServerName, RunningServer>,
): Promise<Results> {
  const subjects = await findSubjects(pool)
  const figures = planFigures(subjects)
  const reference = servers.get('orangery-cold')
  const list = figures.find((figure) => figure.name === 'list')
  if (!reference || !list) throw new Error('There is nothing to compare with.')
  const { clientIds } = subjects
  const bench: Bench = { options, pool, clientIds, servers, reference, say }
  const chosen = FIGURES.filter((name) => options.only.includes(name))
  const wants = (name: string) => chosen.length === 0 || chosen.includes(name)
  const rates = await measureRates(
    bench,
    figures.filter(({ name }) => wants(name)),
  )
  const steady = wants('steady') ? await measureSteady(bench, list) : []
  const depths = wants('depth') ? await measureDepth(bench, subjects) : []
  const memory: Memory[] = []
  for (const { name, memory: read } of servers.values())
    memory.push({ server: name, ...(await read()) })
  return { rates, steady, depths, memory }
}

async function report(
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

function requireKnown(only: readonly string[]): void {
  const known: readonly string[] = [...FIGURES, ...SERVER_NAMES]
  const unknown = only.find((name) => !known.includes(name))
  if (unknown) throw new Error(`--only takes ${known.join(', ')}; not "${unknown}".`)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

// Told to stop, it ends its contenders: what is under way then fails, and cleans up behind it.
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) process.stdout.write(`${USAGE}\n`)
  else await run(readOptions(args))
} catch (thrown) {
  const reason = thrown instanceof Error ? thrown.message : thrown
  say(stopped.signal.aborted ? 'stopped' : `error: ${reason}`)
  process.exitCode = 1
}
