import { Readable } from 'node:stream'
import type pg from 'pg'
import { nameImportSql, type OpenImport, readOpenImports } from '../database/open-imports.ts'
import { lockImportSql, nextInstantSql } from '../database/portfolio-locks.ts'
import { codeOf, GatewayError, PG_CODES } from '../errors.ts'
import { mergeStaged } from './merge.ts'
import { type ImportProgress, type Reading, readSource } from './read-source.ts'
import { recordSchema } from './record-schema.ts'
import { removeUnresolved } from './references.ts'
import { createReport, type ImportReport } from './report.ts'
import { Staging } from './staging.ts'
import { readClock } from './time-rules.ts'

export interface ImportOptions {
  /** Import the good lines of a file with bad lines. By default such a file changes nothing. */
  skipBad?: boolean
  /** Report what an import would do, and change nothing. */
  check?: boolean
  onProgress?: (progress: ImportProgress) => void
  /** Called where the import waits longer than a moment. Null: it waits for something else than an import. */
  onWait?: (other: OpenImport | null) => void
  /** Replaces the ten minutes for which a source may be silent, for tests. */
  maxSilenceMs?: number
}

const MAX_SILENCE_MS = 600_000
const MOMENT_MS = 2_000

/**
 * Imports NDJSON records into one client's portfolio, in one transaction: an import that fails or is
 * interrupted changes nothing.
 *
 * - An asset record contains the whole asset: a member that is absent or null is cleared, and lists are
 *   replaced. So the result does not depend on the stored asset, with two exceptions: `created_at` and the
 *   registry id stay, because the source need not know them.
 * - Valuations (by asset, instant and source) and documents (by ref) are separate records and
 *   accumulate. An absent market value follows the newest valuation. A market value without
 *   `valued_at` gets the date of the newest valuation of the same value, if there is one.
 * - If several lines have the same record, the last one counts, also after a removal. The order has no other effect.
 * - Rows without a difference are not written: importing a file again changes no version and no date.
 *
 * Memory stays bounded for any size of the file or of a line. Throws `record_not_found` if there is no
 * such client, and `request_timeout` if the source is silent for ten minutes. Bad lines are listed in the report and
 * never throw.
 */
export async function importPortfolio(
  pool: pg.Pool,
  clientId: string,
  source: AsyncIterable<Uint8Array | string>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  // The stream can fail before it is read. Without a listener that would end the process. The next read throws it.
  if (source instanceof Readable) source.on('error', () => {})
  const client = await pool.connect()
  let lost: Error | undefined
  // A connection that breaks while the stream is silent ends the wait for the stream.
  const lose = (error: Error) => {
    lost ??= error
    if (source instanceof Readable) source.destroy(error)
  }
  client.on('error', lose)
  try {
    const report = await runImport(pool, client, clientId, source, options)
    client.off('error', lose)
    client.release()
    return report
  } catch (error) {
    // Statements may still run. Closing the connection ends them and the transaction.
    client.release(true)
    throw describeEnd(lost ?? error)
  }
}

const ENDED: Readonly<Record<string, string>> = {
  '25P03':
    'The import sent nothing for ten minutes, so the server ended it. Nothing was imported. Check the source, and import the file again.',
  '25P04':
    'The import took longer than the transaction_timeout of the server. Nothing was imported. Raise it for this role, and import the file again.',
}

function describeEnd(error: unknown): unknown {
  const message = ENDED[codeOf(error)]
  return message ? new GatewayError('request_timeout', message, { cause: error }) : error
}

async function runImport(
  pool: pg.Pool,
  client: pg.ClientBase,
  clientId: string,
  source: AsyncIterable<Uint8Array | string>,
  {
    skipBad = false,
    check = false,
    onProgress = () => {},
    onWait = () => {},
    ...options
  }: ImportOptions,
): Promise<ImportReport> {
  const start = performance.now()
  requireFound(await client.query(FIND_PORTFOLIO, [clientId]))
  const tell = (own?: number) => void findOther(pool, clientId, own).then(onWait)
  // A cluster does not keep the limit of this wait.
  if (!check) await ifLong(recordBegin(client, clientId), tell)
  await client.query(BEGIN)
  const limits = [clientId, String(options.maxSilenceMs ?? MAX_SILENCE_MS)]
  const [named] = (await client.query<{ pid: number }>(NAME_AND_LIMIT, limits)).rows
  const staging = new Staging(client)
  await staging.create()
  const schema = recordSchema(await readClock(client))
  const reading = await readSource(source, schema, staging, onProgress)
  await staging.finish()
  onProgress({ bytes: reading.bytes, lines: reading.lines, stage: 'writing' })
  // The data of the client may have been erased while the source was read.
  const locking = client.query(LOCK_PORTFOLIO, [clientId])
  requireFound(await ifLong(locking, () => tell(named?.pid)))
  await client.query(lockImportSql('$1'), [clientId])
  await leaveOutUnresolved(client, clientId, staging, reading)
  const keep = skipBad || reading.badLines.count === 0
  const merged = keep ? await mergeStaged(client, clientId, staging) : null
  await client.query(keep && !check ? 'COMMIT' : 'ROLLBACK')
  const report = createReport(merged, reading, performance.now() - start)
  return check ? { ...report, kept: false, checked: true } : report
}

function ifLong<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, MOMENT_MS)
  return work.finally(() => clearTimeout(timer))
}

// Another import of the client. The one that has the lock began first, or has read its source first.
async function findOther(pool: pg.Pool, clientId: string, own?: number) {
  const open = await readOpenImports(pool).catch(() => [])
  return open.find((each) => each.clientId === clientId && each.pid !== own) ?? null
}

function requireFound({ rowCount }: pg.QueryResult): void {
  if (rowCount !== 0) return
  throw new GatewayError(
    'record_not_found',
    'There is no client of this id: create the client first.',
  )
}

// Records and commits that an import begins. The instant of the import will be later than this one. So the data that
// readers get up to this instant does not depend on the import. While another import has locked the row, the earlier
// begin stays, which is safe. It ends with END, because tests hold an import at its COMMIT.
async function recordBegin(client: pg.ClientBase, clientId: string): Promise<void> {
  try {
    await client.query(BEGIN_RECORD)
    const next = await client.query<{ at: Date }>(nextInstantSql('$1'), [clientId])
    await client.query(RECORD_BEGIN, [clientId, next.rows[0]?.at])
    await client.query('END')
  } catch (error) {
    if (codeOf(error) !== PG_CODES.lockNotAvailable) throw error
    await client.query('ROLLBACK')
  }
}

const BEGIN_RECORD = "BEGIN; SET LOCAL lock_timeout = '20ms'"
const RECORD_BEGIN = `
  UPDATE portfolios SET import_begun_at = $2::timestamptz WHERE client_id = $1`

// READ COMMITTED: an import that has waited for another one must see the rows that the other one committed.
// The other settings remove limits that are for requests: a source may be slow and large.
const BEGIN = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off`
const NAME_AND_LIMIT = `
  SELECT pg_backend_pid() AS pid, ${nameImportSql('$1')},
         set_config('idle_in_transaction_session_timeout', $2, true)`
// Runs before the transaction. In the transaction, even a read would hold a lock on the table while the source is read.
// A migration would wait for that lock, and all other reads would wait for the migration.
const FIND_PORTFOLIO = 'SELECT FROM portfolios WHERE client_id = $1 AND erased_at IS NULL'
// From here on, imports of one client wait for each other. While the source is read, no lock is held. The statement
// is an update, because Citus can move a shard to another node in spite of a row lock.
const LOCK_PORTFOLIO =
  'UPDATE portfolios SET data_version = data_version WHERE client_id = $1 AND erased_at IS NULL'

async function leaveOutUnresolved(
  client: pg.ClientBase,
  clientId: string,
  staging: Staging,
  { counts, badLines }: Reading,
): Promise<void> {
  const unresolved = await removeUnresolved(client, clientId, staging)
  let total = 0
  for (const [type, count] of unresolved.counts) {
    counts.set(type, (counts.get(type) ?? 0) - count)
    total += count
  }
  badLines.merge(unresolved.lines, total)
}
