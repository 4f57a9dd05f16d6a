import DataLoader from 'dataloader'
import type pg from 'pg'
import { serviceUnavailable } from '../errors.ts'
import { asJson, inReadSpan, isSingle, runNamed } from './statement.ts'

/** The values of one request, in the order of their types. */
type Values = readonly unknown[]

// More than all requests that a process serves at a time can need.
const MAX_UNANSWERED = 500
// A process works on 48 new requests at a time. The rows of a group are parsed in one go.
const MAX_GROUP = 50
// A group that fails later has used up the time of its requests.
const SOON_MS = 1_000

/**
 * A read of one row, for which many requests ask at a time. All reads of one turn of the event loop share a statement.
 * It is sent after they have asked, so no request gets a row that was read before it arrived.
 */
export class GatheredRead {
  readonly #name: string
  readonly #types: readonly string[]
  readonly #one: string
  readonly #many: string
  readonly #groups = new WeakMap<pg.Pool, DataLoader<Values, unknown>>()
  readonly #unanswered = new WeakMap<pg.Pool, number>()

  /** `name` is for traces. `sqlOf` makes the statement from the SQL of the value at each place, from 1 on. */
  constructor(
    name: string,
    types: readonly string[],
    sqlOf: (valueAt: (place: number) => string) => string,
  ) {
    this.#name = name
    this.#types = types
    this.#one = asJson(sqlOf((place) => `$${place}`))
    const rows = sqlOf((place) => `asked.value_${place}`)
    this.#many = `SELECT asked.place::int AS place, row_to_json(r) AS row FROM ${askedSql(types)}, LATERAL (${rows}) r`
  }

  /** The row as JSON; undefined if there is none. Throws `service_unavailable` if 500 reads are unanswered. */
  read(pool: pg.Pool, values: Values): Promise<unknown> {
    // On a Citus cluster, a statement has to name one client: its rows are on one node.
    return inReadSpan(this.#name, () =>
      isSingle(pool) ? this.#readInGroup(pool, values) : this.#readOne(pool, values),
    )
  }

  async #readInGroup(pool: pg.Pool, values: Values): Promise<unknown> {
    const unanswered = this.#unanswered.get(pool) ?? 0
    if (unanswered >= MAX_UNANSWERED)
      throw serviceUnavailable(new Error('too many reads are unanswered'))
    this.#unanswered.set(pool, unanswered + 1)
    try {
      return await this.#groupsOf(pool).load(values)
    } finally {
      this.#unanswered.set(pool, (this.#unanswered.get(pool) ?? 0) - 1)
    }
  }

  #groupsOf(pool: pg.Pool): DataLoader<Values, unknown> {
    const existing = this.#groups.get(pool)
    if (existing) return existing
    const groups = new DataLoader<Values, unknown>((group) => this.#readGroup(pool, group), {
      cache: false,
      maxBatchSize: MAX_GROUP,
      // Requests that have arrived together ask one after another before this.
      batchScheduleFn: (send) => void setImmediate(send),
    })
    this.#groups.set(pool, groups)
    return groups
  }

  // If a group fails, each of it is read alone: one request must not fail because of the values of another.
  async #readGroup(pool: pg.Pool, group: readonly Values[]): Promise<readonly unknown[]> {
    const readEach = () =>
      Promise.all(group.map((values) => this.#readOne(pool, values).catch(asError)))
    if (group.length === 1) return readEach()
    const since = performance.now()
    return this.#readMany(pool, group).catch((thrown: unknown) => {
      if (performance.now() - since < SOON_MS) return readEach()
      throw thrown
    })
  }

  async #readOne(pool: pg.Pool, values: Values): Promise<unknown> {
    const [found] = await runNamed(pool, this.#one, values)
    return found?.row
  }

  async #readMany(pool: pg.Pool, group: readonly Values[]): Promise<readonly unknown[]> {
    const lists = this.#types.map((_, i) => group.map((values) => values[i]))
    const rows = await runNamed(pool, this.#many, lists)
    const found = new Map(rows.map(({ place, row }) => [place, row]))
    return group.map((_, i) => found.get(i + 1))
  }
}

// A row for each place in the lists of values. A row that is found names its place, so it belongs to no other request.
function askedSql(types: readonly string[]): string {
  const lists = types.map((type, i) => `$${i + 1}::${type}[]`)
  const names = types.map((_, i) => `value_${i + 1}`)
  return `unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')}, place)`
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('The read failed.', { cause: thrown })
}
