import { Readable } from 'node:stream'
import type pg from 'pg'
import { lockSql } from '../access/portfolio-locks.ts'
import { ImportError } from './import-error.ts'
import { mergeStaged } from './merge.ts'
import { type ImportProgress, type Reading, readSource } from './read-source.ts'
import { removeUnresolved } from './references.ts'
import { createReport, type ImportReport } from './report.ts'
import { Staging } from './staging.ts'

export type { ImportProgress, ImportReport }

/** The options of an import. */
export interface ImportOptions {
  /** Keep the good lines of a file that has bad ones; otherwise such a file changes nothing. */
  skipBad?: boolean
  onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports NDJSON records into one client's portfolio, in one transaction: an import that fails or is
 * interrupted changes nothing.
 *
 * - An asset record contains the whole asset: a member that is absent or null is cleared, and lists are
 *   replaced. So the result never depends on what was stored before. Only `created_at` and the registry
 *   id, which the source need not know, stay.
 * - Valuations (by asset, instant and source) and documents (by ref) are records of their own and
 *   accumulate. A market value that is absent follows the newest valuation; one without
 *   `valued_at` is dated by the newest valuation of that same value, if there is one.
 * - A later line about the same thing wins, also over a removal; order matters in nothing else.
 * - What differs in nothing is not touched: reading a file again changes no version and no date.
 *
 * Memory stays bounded whatever the size of the file or of a line. Throws `ImportError`
 * where there is no such client; bad lines are in the report and never throw.
 */
export async function importPortfolio(
  pool: pg.Pool,
  clientId: string,
  source: AsyncIterable<Uint8Array | string>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  // A stream that fails before it is read, and a connection that breaks while the stream is slow,
  // must not end the process: the next read, or the next statement, meets the failure.
  const ignore = () => {}
  if (source instanceof Readable) source.on('error', ignore)
  const client = await pool.connect()
  client.on('error', ignore)
  try {
    const report = await runImport(client, clientId, source, options)
    client.off('error', ignore)
    client.release()
    return report
  } catch (error) {
    // Statements may still be under way: closing the connection ends them and the transaction.
    client.release(true)
    throw error
  }
}

async function runImport(
  client: pg.ClientBase,
  clientId: string,
  source: AsyncIterable<Uint8Array | string>,
  { skipBad = false, onProgress = () => {} }: ImportOptions,
): Promise<ImportReport> {
  const start = performance.now()
  await client.query(BEGIN)
  const portfolio = await client.query(FIND_PORTFOLIO, [clientId])
  if (portfolio.rowCount === 0) {
    throw new ImportError(
      'unknown_client',
      'There is no client of this id: create the client first.',
    )
  }
  const staging = new Staging(client)
  await staging.create()
  const reading = await readSource(source, staging, onProgress)
  await staging.finish()
  onProgress({ bytes: reading.bytes, lines: reading.lines, stage: 'writing' })
  await client.query(LOCK_PORTFOLIO, [clientId])
  await client.query(lockSql('import', '$1'), [clientId])
  await leaveOutUnresolved(client, clientId, reading)
  const keep = skipBad || reading.badLines.count === 0
  const merged = keep ? await mergeStaged(client, clientId) : null
  await client.query(keep ? 'COMMIT' : 'ROLLBACK')
  return createReport(merged, reading, performance.now() - start)
}

// Each statement is to see what was committed before it: what an import that waited for another
// one reads, is what that one left. The limits are for requests; a source may be slow, and large.
const BEGIN = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off`
const FIND_PORTFOLIO = 'SELECT FROM portfolios WHERE client_id = $1'
// From here on, imports of one client wait for each other. While the source is read no lock is held. It
// is a write, since Citus moves a shard to another node in spite of a row lock.
const LOCK_PORTFOLIO = 'UPDATE portfolios SET data_version = data_version WHERE client_id = $1'

async function leaveOutUnresolved(
  client: pg.ClientBase,
  clientId: string,
  { counts, badLines }: Reading,
): Promise<void> {
  const unresolved = await removeUnresolved(client, clientId)
  let total = 0
  for (const [type, count] of unresolved.counts) {
    counts.set(type, (counts.get(type) ?? 0) - count)
    total += count
  }
  badLines.merge(unresolved.lines, total)
}
