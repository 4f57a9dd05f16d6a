import { execFile } from 'node:child_process'
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type BenchDatabase, openDatabase } from '../database/open.ts'
import { BENCH, ROOT } from '../paths.ts'
import { assetRecord, collectionRecord, hasMuseum, holdings, WITHOUT_MUSEUM } from './museum.ts'
import type { Timing } from './one.ts'

const ASSETS = 69_202
const ROUNDS = 5
const CLIENT = 'user_bench'
const CREATE_CLIENT = [
  `INSERT INTO users (id, name, email) VALUES ('${CLIENT}', 'Bench', 'bench@example.com')`,
  `INSERT INTO portfolios (client_id, environment, currency) VALUES ('${CLIENT}', 'production', 'USD')`,
]

/** Imports the works of the museum for a new client, with each checkout in turn, and prints the medians. */
async function run(checkouts: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-bench-imports-'))
  // If this runs as root, PostgreSQL runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o711)
  const file = join(folder, 'works.ndjson')
  const database = await openDatabase(folder)
  try {
    await createTemplate(database)
    await pipeline(Readable.from(lines()), createWriteStream(file))
    const timings = checkouts.map((): Timing[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, checkout] of checkouts.entries())
        timings[index]?.push(await importOnce(database, checkout, file))
    print(checkouts, timings)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The works, again and again with other refs until there are enough, so that no two assets are one. */
async function* lines(): AsyncGenerator<string> {
  const departments = new Set<string>()
  for (let left = ASSETS, turn = 0; left > 0; turn++)
    for await (const holding of holdings()) {
      if (left === 0) break
      if (!departments.has(holding.department))
        yield `${JSON.stringify(collectionRecord(holding.department))}\n`
      departments.add(holding.department)
      yield `${JSON.stringify(assetRecord({ ...holding, id: `${holding.id}/${turn}` }))}\n`
      left -= 1
    }
}

// Each import has a database of its own: what an earlier one has left, such as statistics of rows that are gone, can
// change the plans of the next one.
async function importOnce(
  database: BenchDatabase,
  checkout: string,
  file: string,
): Promise<Timing> {
  const server = urlOf(database, 'postgres', 'postgres')
  await runStatements(server, 'CREATE DATABASE imports TEMPLATE empty')
  try {
    await runStatements(urlOf(database, 'postgres', 'imports'), ...CREATE_CLIENT, 'CHECKPOINT')
    const program = join(BENCH, 'dist/imports/one.js')
    const args = [
      ...process.execArgv,
      program,
      checkout,
      urlOf(database, 'orangery', 'imports'),
      CLIENT,
      file,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout)
  } finally {
    await runStatements(server, 'DROP DATABASE imports WITH (FORCE)')
  }
}

// The database of the server itself is always in use, and cannot be a template.
async function createTemplate(database: BenchDatabase): Promise<void> {
  await runStatements(
    urlOf(database, 'postgres', 'postgres'),
    'CREATE DATABASE empty OWNER orangery',
  )
  const env = { ...process.env, DATABASE_URL: urlOf(database, 'orangery', 'empty') }
  await promisify(execFile)(process.execPath, [join(ROOT, 'bin/orangery.js'), 'migrate'], { env })
}

function urlOf({ url }: BenchDatabase, role: string, name: string): string {
  return url(role).replace('@/orangery?', `@/${name}?`)
}

async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}

function print(checkouts: readonly string[], timings: readonly Timing[][]): void {
  const rows = checkouts.map((checkout, index) => {
    const own = timings[index] ?? []
    const seconds = (of: (timing: Timing) => number | null) => medianOf(own.map(of))?.toFixed(2)
    const rates = own.map(({ assets, total }) => Math.round(assets / total))
    return {
      checkout: basename(checkout),
      'records/s': medianOf(rates),
      range: `${Math.min(...rates)}-${Math.max(...rates)}`,
      'total s': seconds(({ total }) => total),
      'check s': seconds(({ checking }) => checking),
      'stage s': seconds(({ staging }) => staging),
      'merge s': seconds(({ total, staging }) => total - staging),
      'node CPU s': seconds(({ nodeCpu }) => nodeCpu),
      'stage CPU s': seconds(({ stagingCpu }) => stagingCpu),
      'merge CPU s': seconds(({ mergeCpu }) => mergeCpu),
      'peak MB': Math.round(Math.max(...own.map(({ memory }) => memory / 1e6))),
    }
  })
  console.table(rows)
}

/** The median; undefined if a value is not known. */
function medianOf(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return undefined
  return known.sort((one, other) => one - other)[Math.floor(known.length / 2)]
}

const checkouts = process.argv.slice(2).map((path) => resolve(path))
if (hasMuseum) await run(checkouts.length > 0 ? checkouts : [ROOT])
else process.stdout.write(`skipped: ${WITHOUT_MUSEUM}\n`)
