import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ASSET_COLUMNS } from './asset-members.ts'

// The file's records as rows of temporary tables, which are dropped with the transaction. `line` is the line
// of the record. The lists of an asset refer to their asset by it.
const text = 'text COLLATE "C"'
const TABLES = {
  staged_collections: { line: 'bigint', ref: text, id: text, name: text },
  staged_assets: {
    line: 'bigint',
    ref: text,
    removed: 'boolean',
    registry_id: text,
    id: text,
    ...ASSET_COLUMNS,
  },
  staged_collection_items: { line: 'bigint', position: 'integer', collection: text },
  staged_links: { line: 'bigint' },
  // Only of assets with more scans than their block has.
  staged_scans: { line: 'bigint', history: text },
  staged_valuations: {
    line: 'bigint',
    removed: 'boolean',
    asset: text,
    valued_at: 'timestamptz(3)',
    source: text,
    id: text,
    value: 'numeric(24,4)',
  },
  staged_documents: {
    line: 'bigint',
    removed: 'boolean',
    asset: text,
    ref: text,
    id: text,
    type: text,
    title: text,
    issuer: text,
    issued_on: 'date',
    expires_on: 'date',
    file_size: 'bigint',
    file_path: text,
  },
} as const

export type Table = keyof typeof TABLES
export type Cell = string | number | boolean | null | undefined

/** A row of a staging table. An omitted column is null. */
type Row<Name extends Table> = { line: number } & {
  [Column in keyof (typeof TABLES)[Name]]?: Cell
}

const TABLE_NAMES = Object.keys(TABLES) as Table[]
const BATCH_CHARACTERS = 2 * 1024 * 1024
const LONGEST_MS = 1_000

/** The staging tables, in the transaction of `client`. Rows are sent in batches, of which at most two are in memory. */
export class Staging {
  readonly #client: pg.ClientBase
  readonly #filled = new Set<Table>()
  #rows = new Map<Table, string>()
  #size = 0
  #sentAt = performance.now()
  #sending: Promise<void> = Promise.resolve()

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async create(): Promise<void> {
    const statements = TABLE_NAMES.map((name) => {
      const columns = Object.entries(TABLES[name]).map((column) => column.join(' '))
      return `CREATE TEMP TABLE ${name} (${columns.join(', ')}) ON COMMIT DROP`
    })
    await this.#client.query(statements.join(';\n'))
  }

  /** Adds a row to the batch. An omitted column gets its value from the member of `record` with the same name. */
  add<Name extends Table>(table: Name, row: Row<Name>, record: object = {}): void {
    const columns = Object.keys(TABLES[table])
    const cells = columns.map((column) => {
      const own: unknown = Reflect.get(row, column)
      return writeCell(own === undefined ? Reflect.get(record, column) : own)
    })
    const written = `${cells.join('\t')}\n`
    this.#filled.add(table)
    this.#rows.set(table, (this.#rows.get(table) ?? '') + written)
    this.#size += written.length
  }

  has(table: Table): boolean {
    return this.#filled.has(table)
  }

  /** Whether the batch is to be sent: it is large, or the source is slow, and the server ends a silent session. */
  get isDue(): boolean {
    return (
      this.#size >= BATCH_CHARACTERS ||
      (this.#size > 0 && performance.now() - this.#sentAt > LONGEST_MS)
    )
  }

  /** Sends the batch when the previous one has arrived. Does not wait until this one has arrived. */
  async send(): Promise<void> {
    await this.#sending
    const batch = this.#rows
    this.#rows = new Map()
    this.#size = 0
    this.#sentAt = performance.now()
    this.#sending = copyRows(this.#client, batch)
    // The next `send` or `finish` throws the failure. Until then it must not be an unhandled rejection.
    this.#sending.catch(() => {})
  }

  /** Sends the last batch, and waits until all batches have arrived. */
  async finish(): Promise<void> {
    await this.send()
    await this.#sending
    const filled = [...this.#filled]
    if (filled.length > 0) await this.#client.query(`ANALYZE ${filled.map(joinColumns).join(', ')}`)
  }
}

// Only these columns are analysed: the planner needs no others, and long texts take long to analyse.
function joinColumns(name: Table): string {
  const joined = Object.keys(TABLES[name]).filter((column) => /^(line|ref|asset)$/.test(column))
  return `${name} (${joined.join(', ')})`
}

async function copyRows(client: pg.ClientBase, batch: ReadonlyMap<Table, string>): Promise<void> {
  for (const [table, rows] of batch) {
    const copy = client.query(copyFrom(`COPY ${table} FROM STDIN`))
    copy.end(rows)
    await finished(copy)
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N'
  const written = String(cell)
  return /[\\\t\n\r]/.test(written)
    ? written.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : written
}
