import type pg from 'pg'

/** The values of the statements, by name. */
export interface Values {
  readonly secretHash?: Buffer
  readonly at?: null
  readonly clientId: string
  readonly registryId?: string
  readonly filterValues?: readonly string[]
  readonly filterValue?: string | undefined
  readonly completeFrom?: Date
  readonly changedUntil?: Date
  readonly category?: string | undefined
  readonly minValue?: string | undefined
  readonly maxValue?: string | undefined
  readonly source?: string | undefined
  readonly since?: Date | undefined
  readonly limit?: number
  readonly offset?: number
  /** The position that a page comes after: an id, or an instant and a text. */
  readonly after?: string | undefined
  readonly afterAt?: Date | string | undefined
}

type Name = keyof Values

/** A prepared statement with the text of the gateway's own, and its values in order. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly valuesOf: (given: Values) => unknown[]
}

/** Runs a statement, and gives its rows. */
export async function runRows(
  pool: pg.Pool,
  { name, text, valuesOf }: Statement,
  given: Values,
): Promise<Readonly<Record<string, unknown>>[]> {
  return (await pool.query({ name, text, values: valuesOf(given) })).rows
}

/** Runs a statement whose rows have one column, `row`, and gives that. */
export async function run(pool: pg.Pool, statement: Statement, given: Values): Promise<unknown[]> {
  return (await runRows(pool, statement, given)).map(({ row }) => row)
}

/** Stands for a value while a read is recorded. */
export function the(name: Name): string {
  return `${MARK}${name}`
}

const MARK = 'the value of '

// The gateway refuses texts that have not the form of a registry id, and hashes that are not bytes.
export const REGISTRY_ID = 'ORY-AR-00000000000000000000000000'
export const SECRET_HASH = Buffer.from('secretHash')

type Recorded = { text: string; values: readonly unknown[] }

let count = 0

/** Calls a read of the gateway with a pool that keeps what it is asked first. */
export async function record(read: (pool: unknown) => Promise<unknown>): Promise<Statement> {
  let recorded: Recorded | null = null
  const query = (asked: Recorded) => {
    recorded ??= asked
    return Promise.reject(new Error('recorded'))
  }
  const failure: unknown = await read({ query }).catch((thrown: unknown) => thrown)
  if (recorded === null) throw new Error('the read sends no statement', { cause: failure })
  const { text, values }: Recorded = recorded
  const getters = values.map(getterOf)
  const valuesOf = (given: Values) => getters.map((get) => get(given))
  return { name: `recorded ${++count}`, text, valuesOf }
}

// A value that stands for none is part of the form of the statement.
function getterOf(value: unknown): (given: Values) => unknown {
  if (Buffer.isBuffer(value)) return ({ secretHash }) => secretHash
  if (value === REGISTRY_ID) return ({ registryId }) => registryId
  if (Array.isArray(value) && value[0] === REGISTRY_ID) return ({ registryId }) => [registryId]
  const marked: unknown = Array.isArray(value) ? value[0] : value
  if (typeof marked !== 'string' || !marked.startsWith(MARK)) return () => value
  const name = marked.slice(MARK.length) as Name
  return (given) => given[name]
}
