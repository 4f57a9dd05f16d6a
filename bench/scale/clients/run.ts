import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { issueSecrets } from '../../database/fill.ts'
import { BENCH, ROOT } from '../../paths.ts'
import { commit, machine } from '../../report/machine.ts'
import { requireSpace, type ScaleDatabase } from '../database.ts'
import { addBatches, collectStatistics, MEAN_ASSETS, withoutIndexes, withSession } from '../fill.ts'
import { clientId, keyOf } from '../ids.ts'
import type { Options } from '../options.ts'
import { measureStorage } from '../storage.ts'
import { measureCommands } from './commands.ts'
import { withCountedGateway } from './measure.ts'
import { signIn } from './people.ts'
import { rowsOf } from './requests.ts'
import { formatPage, type Results } from './table.ts'

const LARGE_ASSETS = 100_000

/** Fills a database with a firm of so many clients, one of them with 100,000 assets; a year of history is in it. */
export async function fillFirm(
  database: ScaleDatabase,
  clients: number,
  log: (line: string) => void,
): Promise<void> {
  const { pool } = database
  await requireSpace(database, clients * MEAN_ASSETS + LARGE_ASSETS)
  const add = async () => {
    await addBatches(pool, { first: 1, last: clients - 1, assets: 0 }, log)
    await addBatches(pool, { first: clients, last: clients, assets: LARGE_ASSETS }, log)
    log('history')
    const text = await readFile(join(BENCH, 'scale/clients/history.sql'), 'utf8')
    await withSession(pool, async (client) => {
      await client.query(`BEGIN;\n${text};\nCOMMIT`)
    })
  }
  await withoutIndexes(pool, add, log)
  await collectStatistics(pool, log)
}

/** Measures what each request, the start and the commands cost in the database of a firm. */
export async function measureFirm(
  database: ScaleDatabase,
  { clients, requests }: { readonly clients: number; readonly requests: number },
  log: (line: string) => void,
): Promise<Results> {
  const storage = await measureStorage(database.pool)
  const secrets = await issueSecrets(database.pool)
  const place = keyOf(clients)
  const subjects = {
    people: await signIn(database.pool, clientId(clients)),
    secret: secrets[place] ?? '',
    // As history.sql gives it.
    twoScopes: secrets[(place + 11) % secrets.length] ?? '',
    keyId: `key_0K${place.toString(16).toUpperCase().padStart(24, '0')}`,
    number: clients,
    clientId: clientId(clients),
    otherId: clientId(clients - 64),
  }
  const measured = await withCountedGateway(database, async ({ start, measure }) => {
    const rows = []
    for (const row of rowsOf(subjects)) {
      log(`${row.reader}: ${row.name}`)
      rows.push({ ...row, cost: await measure(row, requests) })
    }
    return { start, rows }
  })
  const commands = await measureCommands(database.url)
  const [, load = 0] = loadavg()
  return { machine: machine(), commit: commit(), load, storage, ...measured, commands }
}

/** Writes the page of the results. */
export async function writeFirm(results: Results, { out, publish }: Options): Promise<void> {
  const page = formatPage(results)
  await mkdir(resolve(ROOT, out), { recursive: true })
  await writeFile(join(resolve(ROOT, out), 'many-clients.md'), page)
  if (publish) await writeFile(join(ROOT, 'docs/measurements/many-clients.md'), page)
}
