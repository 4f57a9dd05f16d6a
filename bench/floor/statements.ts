import type pg from 'pg'
import { importGateway } from '../gateway.ts'
import type { Access } from './access.ts'

/** The values of the statements, by name. */
export interface Values {
  readonly secretHash?: Buffer
  readonly at?: null
  readonly clientId: string
  readonly registryId?: string
  readonly filterValues?: readonly string[]
  readonly filterValue?: string | undefined
  readonly termsAt?: Date
  readonly clockUntil?: Date
  readonly deltaUntil?: Date
  readonly category?: string
  readonly minValue?: string
  readonly maxValue?: string
  readonly limit?: number
  readonly offset?: number
  readonly after?: string
}

type Name = keyof Values

/** A prepared statement with the text of the gateway's own, and the names of its values in order. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly Name[]
}

/** What of a listing changes the text of the statement of a page. */
export interface PageForm {
  readonly filters: readonly ('category' | 'minValue' | 'maxValue')[]
  readonly isAfter: boolean
  /** Whether the walk begins with this page, so that the newest change is read as well. */
  readonly isFirst: boolean
}

type Recorded = { text: string; values: readonly unknown[] }

/** Runs a statement, and gives the column `row` of its rows. */
export async function run(
  pool: pg.Pool,
  { name, text, values }: Statement,
  given: Values,
): Promise<unknown[]> {
  const { rows } = await pool.query({ name, text, values: values.map((value) => given[value]) })
  return rows.map(({ row }) => row)
}

/** The statement that identifies a key and its grant to a client. */
export async function identifyStatement(): Promise<Statement> {
  const { identifyPartner } = await importGateway('identity')
  const hash = Buffer.from('secretHash')
  return record((pool) => identifyPartner(pool, hash, 'clientId', 'at'))
}

/** Finds the statement of a page of assets. It is recorded once for each form. */
export const pageStatement = once(
  ({ scopes, filter }: Access, form: PageForm) =>
    `page ${scopes} ${filter.type} ${JSON.stringify(form)}`,
  async (access: Access, { filters, isAfter, isFirst }: PageForm) => {
    const { readAssets } = await importGateway('assetReads')
    const visibility = visibilityOf(access)
    const listing = { ...NO_FILTER, ...Object.fromEntries(filters.map((each) => [each, each])) }
    const page = { limit: 'limit', offset: 'offset', after: isAfter ? 'after' : null }
    const extras = { total: true, newest: isFirst ? { visibility } : null }
    return record((pool) =>
      readAssets(pool, visibility, listing, page, FIELDS, extras, (read: () => unknown) => read()),
    )
  },
)

/** Finds the statement of one asset. */
export const assetStatement = once(
  ({ scopes, filter }: Access) => `asset ${scopes} ${filter.type}`,
  async (access: Access) => {
    const { getAsset } = await importGateway('assetReads')
    const visibility = visibilityOf(access)
    return record((pool) => getAsset(pool, visibility, REGISTRY_ID, FIELDS))
  },
)

// The gateway refuses a text that has not the form of a registry id.
const REGISTRY_ID = 'ORY-AR-00000000000000000000000000'
const NO_FILTER = {
  category: null,
  minValue: null,
  maxValue: null,
  updatedSince: null,
  search: null,
}
const BLOCKS = ['valuation', 'detail', 'categoryDetail', 'documentation', 'estate', 'verification']
const FIELDS: ReadonlySet<string> = new Set(BLOCKS)

// Each value of the visibility is its own name. The filter has the members of every type.
function visibilityOf({ scopes, filter: { type } }: Access) {
  const list = ['filterValues']
  return {
    clientId: 'clientId',
    scopes: new Set(scopes),
    filter: { type, categories: list, registryIds: list, collectionId: 'filterValue' },
    termsAt: 'termsAt',
    clockUntil: 'clockUntil',
    deltaUntil: 'deltaUntil',
  }
}

let count = 0

// Calls a read of the gateway with names instead of values, and a pool that keeps what it is asked.
async function record(read: (pool: unknown) => Promise<unknown>): Promise<Statement> {
  let recorded: Recorded | null = null
  const query = (asked: Recorded) => {
    recorded ??= asked
    return Promise.reject(new Error('recorded'))
  }
  const failure: unknown = await read({ query }).catch((thrown: unknown) => thrown)
  if (recorded === null) throw new Error('the read sends no statement', { cause: failure })
  const { text, values }: Recorded = recorded
  return { name: `recorded ${++count}`, text, values: values.map(nameOf) }
}

function nameOf(value: unknown): Name {
  if (Buffer.isBuffer(value)) return 'secretHash'
  if (Array.isArray(value)) return 'filterValues'
  return (value === REGISTRY_ID ? 'registryId' : value) as Name
}

function once<Args extends unknown[]>(
  formOf: (...args: Args) => string,
  make: (...args: Args) => Promise<Statement>,
): (...args: Args) => Promise<Statement> {
  const made = new Map<string, Promise<Statement>>()
  return (...args) => {
    const form = formOf(...args)
    const known = made.get(form) ?? make(...args)
    made.set(form, known)
    return known
  }
}
