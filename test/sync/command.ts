import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../../src/database/client.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Connection } from '../../src/database/pool.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { CLOCK_PATH } from './clock.ts'
import { FAULTS, type Findings } from './findings.ts'
import { checkSync, type Failure } from './property.ts'
import { closeStage, openStage } from './world.ts'

const PROGRESS_MS = 10_000
const PARALLEL = 3

/** `npm run test:sync`: the property test on databases of its own, as long as is asked for. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(randomInt(1e9)) },
      /** Seconds for which a failure may be shortened. */
      shorten: { type: 'string', default: '60' },
    },
  })
  const [cases, seed] = [Number(values.cases), Number(values.seed)]
  print(`seed ${seed}, ${cases} cases`)
  return withDatabases(async (databases) => {
    const opened = databases.map(({ database, serving }) => openStage(database, serving))
    const stages = await Promise.all(opened)
    const shrinkFor = Number(values.shorten) * 1_000
    const onProgress = createProgressPrinter()
    const { findings, failure } = await checkSync(stages, { cases, seed, shrinkFor, onProgress })
    for (const stage of stages) closeStage(stage)
    print(describeFindings(findings))
    if (failure) print(describeFailure(failure))
    return failure ? 1 : 0
  })
}

type Databases = readonly ReturnType<typeof connectTo>[]

async function withDatabases(run: (databases: Databases) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-sync-'))
  chmodSync(folder, 0o711)
  const { connection, runtime, release } = await startEmbedded(join(folder, 'data'))
  const owner = connectTo({ ...connection, database: 'postgres' }, runtime)
  for (const { pool } of [owner.database, owner.serving])
    await pool.query('ALTER ROLE CURRENT_USER SET synchronous_commit = off')
  await owner.database.pool.query('CREATE DATABASE sync')
  const template = connectTo({ ...connection, database: 'sync' }, runtime)
  await migrate(template.database.pool)
  await grantRuntimeRights(template.database.pool, runtime.user)
  await template.close()
  const names = Array.from({ length: PARALLEL }, (_, i) => `sync_${i}`)
  for (const name of names) await owner.database.pool.query(`CREATE DATABASE ${name} TEMPLATE sync`)
  await owner.close()
  const databases = names.map((database) =>
    connectTo({ ...connection, database }, { ...runtime, database }),
  )
  try {
    return await run(databases)
  } finally {
    for (const { close } of databases) await close()
    await release()
    rmSync(folder, { recursive: true, force: true })
  }
}

function connectTo(ofOwner: Connection, ofRuntime: Connection) {
  const options = { onError: () => {}, poolSize: 6, searchPath: CLOCK_PATH }
  const database = connect(ofOwner, options)
  const serving = connect(ofRuntime, options)
  const close = async () => {
    await serving.close()
    await database.close()
  }
  return { database, serving, close }
}

/** The counts of a run, a line each. */
export function describeFindings(findings: Findings): string {
  const { faults, texts: _, ...counts } = findings
  const lines = Object.entries(FAULTS).map(
    ([name, what]) => `${Reflect.get(faults, name) ?? 0} ${what}`,
  )
  return [...lines, JSON.stringify(counts)].join('\n')
}

/** How to run a failure again, what is wrong, and the steps that lead to it. */
export function describeFailure({ seed, history, texts }: Failure): string {
  const { steps, ...start } = history
  return [
    `again: npm run test:sync -- --cases 1 --seed ${seed}`,
    ...texts.slice(0, 3),
    ...[start, ...steps].map((part) => JSON.stringify(part)),
  ].join('\n')
}

function createProgressPrinter() {
  const started = performance.now()
  let printed = started
  let isFaulty = false
  return ({ cases, faults, texts }: Findings) => {
    // To shorten a history takes a while, and may come to nothing.
    if (texts.length > 0 && !isFaulty) print(texts.slice(0, 3).join('\n'))
    isFaulty = texts.length > 0
    const now = performance.now()
    if (now - printed < PROGRESS_MS) return
    printed = now
    const rate = (cases * 1_000) / (now - started)
    print(`${cases} cases, ${rate.toFixed(1)} a second, ${JSON.stringify(faults)}`)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
