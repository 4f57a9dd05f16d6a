import { issueSecrets } from '../database/fill.ts'
import { requireSound } from '../database/sound.ts'
import { fillFirm, measureFirm, writeFirm } from './clients/run.ts'
import { createDatabase, openDatabase, type ScaleDatabase } from './database.ts'
import { addClients, addKeys } from './fill.ts'
import { clientId } from './ids.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { measureLatencies } from './point.ts'
import {
  formatTable,
  type PortfolioPoint,
  readResults,
  type SizePoint,
  writeResults,
} from './results.ts'
import { measureStorage } from './storage.ts'

const MEAN_ASSETS = 100
// Beyond that, checking every rule takes longer than measuring.
const CHECKED_ASSETS = 200_000
/** The client of 1,000 assets that imports change. Its number is after all others. */
const IMPORTED = 100_000_000
const IMPORTED_ASSETS = 1_000

/** Many clients with small portfolios: measures the same database each time it has grown. */
async function measureSizes(options: Options, save: (point: SizePoint) => Promise<void>) {
  if (options.sizes.length === 0) return
  await withDatabase(options, 'orangery_scale', async (database) => {
    let clients = await countClients(database)
    for (const size of options.sizes) {
      const wanted = Math.max(1, Math.round(size / MEAN_ASSETS))
      log(`${size} assets`)
      await addClients(database, { first: clients + 1, last: wanted, assets: 0 }, log)
      clients = wanted
      const storage = await measureStorage(database.pool)
      await addImported(database)
      const secrets = await issueSecrets(database.pool)
      if (storage.assets <= CHECKED_ASSETS) await requireSound(database.pool)
      const target = {
        clients: spreadOut(clients, options.requests * 4 + 1_000),
        imported: IMPORTED,
        requests: options.requests,
      }
      await save({ storage, ...(await measureLatencies(database, secrets, target)) })
    }
  })
}

/** One client with a large portfolio, of several sizes. */
async function measurePortfolios(options: Options, save: (point: PortfolioPoint) => Promise<void>) {
  if (options.portfolios.length === 0) return
  await withDatabase(options, 'orangery_portfolios', async (database) => {
    for (const assets of options.portfolios) {
      const client = (await countClients(database)) + 1
      log(`a portfolio of ${assets}`)
      await addClients(database, { first: client, last: client, assets }, log)
      const secrets = await issueSecrets(database.pool)
      const target = { clients: [client], imported: client, requests: options.requests }
      await save({ assets, ...(await measureLatencies(database, secrets, target)) })
    }
  })
}

async function countClients({ pool }: ScaleDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM portfolios WHERE client_id < $1',
    [clientId(IMPORTED)],
  )
  return rows[0]?.count ?? 0
}

async function addImported(database: ScaleDatabase): Promise<void> {
  const { rowCount } = await database.pool.query('SELECT FROM users WHERE id = $1', [
    clientId(IMPORTED),
  ])
  if (rowCount === 1) return
  const clients = { first: IMPORTED, last: IMPORTED, assets: IMPORTED_ASSETS }
  await addClients(database, clients, log)
}

/** So many different clients, from all over the database; all where there are fewer. */
function spreadOut(clients: number, count: number): number[] {
  // A step without a common factor with any count of clients here reaches each of them once.
  const step = 7_919
  const places = Math.min(clients, count)
  return Array.from({ length: places }, (_, i) => ((i * step) % clients) + 1)
}

async function measureClients(options: Options): Promise<void> {
  await withDatabase(options, 'orangery_clients', async (database) => {
    if (!options.continue) await fillFirm(database, options.clients, log)
    await writeFirm(await measureFirm(database, options, log), options)
  })
}

async function measureAssets(options: Options): Promise<void> {
  const results = await readResults(options)
  // A long run that is interrupted keeps what it has measured.
  await measureSizes(options, async (point) => {
    results.sizes.push(point)
    await writeResults(results, options)
  })
  await measurePortfolios(options, async (point) => {
    results.portfolios.push(point)
    await writeResults(results, options)
  })
  log(formatTable(results))
}

async function withDatabase(
  { server, keep, continue: isKept }: Options,
  name: string,
  work: (database: ScaleDatabase) => Promise<void>,
): Promise<void> {
  const database = isKept ? openDatabase(server, name) : await createDatabase(server, name)
  try {
    if (!isKept) await addKeys(database.pool)
    await work(database)
  } finally {
    await database.close()
    if (!keep) await database.drop()
  }
}

function log(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help')) process.stdout.write(`${USAGE}\n`)
  else {
    const options = readOptions(args)
    if (options.clients > 0) await measureClients(options)
    else await measureAssets(options)
  }
} catch (thrown) {
  log(`error: ${thrown instanceof Error ? thrown.message : thrown}`)
  process.exitCode = 1
}
