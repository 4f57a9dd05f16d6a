import type pg from 'pg'
import { expect } from 'vitest'
import { type ImportOptions, importPortfolio } from '../../src/importer/import.ts'
import type { ImportReport } from '../../src/importer/report.ts'
import { testDatabase } from '../support/database.ts'

const TABLES = [
  ...['portfolios', 'assets', 'tombstones', 'removed_assets', 'collections', 'collection_items'],
  ...['valuations', 'documents', 'asset_scans'],
]

/** The counts of a report by which nothing has happened. */
export const NONE = { created: 0, updated: 0, unchanged: 0, removed: 0 }

/** A database of the test file's own, with clients made as they are asked for. */
export function testScratch() {
  const { pool } = testDatabase()
  let clients = 0

  const scratch = {
    pool: () => pool,

    /** A client with a portfolio of these records, empty unless some are given. */
    async newClient(records: readonly object[] = []): Promise<string> {
      const id = `user_${++clients}`
      const user = "INSERT INTO users (id, name, email) VALUES ($1, $1, $1 || '@example.com')"
      await pool.query(user, [id])
      const portfolio = `INSERT INTO portfolios (client_id, environment, currency) VALUES ($1, 'production', 'USD')`
      await pool.query(portfolio, [id])
      if (records.length > 0)
        expect(await scratch.import(id, records)).toMatchObject({ kept: true })
      return id
    },

    /** Imports records, one a line; a text is sent as it is. */
    import(client: string, lines: readonly (object | string)[], options?: ImportOptions) {
      return importPortfolio(pool, client, ndjson(lines), options)
    },

    /** Imports records that must change nothing. */
    async importUnchanged(client: string, lines: readonly object[]): Promise<ImportReport> {
      const before = await scratch.dump(client)
      const report = await scratch.import(client, lines)
      expect(await scratch.dump(client)).toEqual(before)
      return report
    },

    /** The rows of one client that a query on `$1` gives, and on further parameters. */
    async rows<Row extends pg.QueryResultRow>(
      client: string,
      sql: string,
      ...more: readonly unknown[]
    ): Promise<Row[]> {
      return (await pool.query<Row>(sql, [client, ...more])).rows
    },

    /** Columns of a client's rows of a table, in their order: one text for each row, without what is null. */
    async list(client: string, table: string, columns: string): Promise<string[]> {
      const sql = `SELECT concat_ws(' ', ${columns}) AS row FROM ${table} WHERE client_id = $1`
      const rows = await scratch.rows<{ row: string }>(client, `${sql} ORDER BY ${columns}`)
      return rows.map(({ row }) => row)
    },

    /** Everything there is of a client, every column of it. */
    async dump(client: string): Promise<Record<string, string[]>> {
      const tables: Record<string, string[]> = {}
      // An import that changes nothing has begun nevertheless.
      const row = "(to_jsonb(t) - 'import_begun_at')::text"
      for (const table of TABLES) tables[table] = await scratch.list(client, `${table} t`, row)
      return tables
    },
  }
  return scratch
}

/** The bytes of a file of these lines. */
export async function* ndjson(lines: readonly (object | string)[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) {
    yield Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  }
}

/** A record of an asset with what it must have, and `more`. */
export function asset(ref: string, more: object = {}) {
  return { type: 'asset', ref, title: `The ${ref}`, category: 'art', ...more }
}

/** A record of the collection `c`. */
export function collection(name: string) {
  return { type: 'collection', ref: 'c', name }
}

/** A record of a value, by default of the asset `a`. */
export function valuation(value: string, valued_at: string, source = 'appraisal', ref = 'a') {
  return { type: 'valuation', asset: ref, value, source, valued_at }
}

/** Records that remove: an asset, a valuation, by default one of the asset `a`, and a document. */
export const removed = {
  asset: (ref: string) => ({ type: 'removal', asset: ref }),
  valuation: (valued_at: string, source = 'appraisal', asset = 'a') => ({
    ...{ type: 'valuation_removal', asset, source, valued_at },
  }),
  document: (ref: string) => ({ type: 'document_removal', ref }),
}

/** A record of a document with what it must have, and `more`. */
export function document(ref: string, owner: string, more: object = {}) {
  return { type: 'document', asset: owner, ref, document_type: 'deed', title: 'T', ...more }
}
