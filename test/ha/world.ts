import { connect, type Database } from '../../src/database/client.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { clientWith, grantWith, type Records, readerOf, tokenOf } from '../support/portfolio.ts'
import type { Cluster } from './cluster.ts'

const DATABASE = 'orangery'
const RUNTIME = 'orangery_runtime'
const STILL_ASSETS = 40
/** How many assets of the moving client each import values anew. */
const MOVING_ASSETS = 20
const KEYS_TO_REVOKE = 30

/** The addresses of the database, for its owner and for requests. */
export interface Addresses {
  readonly owner: string
  readonly runtime: string
}

/** The data that the requests of one trial name. */
export interface World {
  readonly key: string
  /** A client whose portfolio does not change. */
  readonly still: string
  /** A client whose assets are imported again and again. */
  readonly moving: string
  /** Of the client who has the plants. */
  readonly token: string
  readonly revocable: readonly { readonly id: string; readonly secret: string }[]
}

/** Creates the database and its roles through the address of the primary. */
export async function createDatabase(cluster: Cluster): Promise<Addresses> {
  const server = connect(cluster.url('postgres', 'postgres'), { onError: () => {} })
  await server.pool.query('CREATE ROLE orangery LOGIN')
  await server.pool.query(`CREATE ROLE ${RUNTIME} LOGIN`)
  await server.pool.query(`CREATE DATABASE ${DATABASE} OWNER orangery`)
  await server.close()
  const addresses = {
    owner: cluster.url('orangery', DATABASE),
    runtime: cluster.url(RUNTIME, DATABASE),
  }
  await withOwner(addresses, async ({ pool }) => {
    await migrate(pool)
    await grantRuntimeRights(pool, RUNTIME)
  })
  return addresses
}

/** Runs work on connections of its own, so that none is left of the primary before a failover. */
export async function withOwner<Result>(
  { owner }: Addresses,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connect(owner, { onError: () => {} })
  return work(database).finally(() => database.close())
}

/** Creates clients and keys for one trial. */
export function createWorld(addresses: Addresses): Promise<World> {
  return withOwner(addresses, async (database) => {
    const still = await clientWith(database, assetsWorth('5.00', STILL_ASSETS))
    const moving = await clientWith(database, movingRecords(1))
    const main = await readerOf(database, still)
    await grantWith(database, main.id, moving)
    const revocable = []
    for (let i = 0; i < KEYS_TO_REVOKE; i++) revocable.push(await readerOf(database, still))
    await database.pool.query(`UPDATE firms SET tier = 'enterprise'`)
    return { key: main.secret, still, moving, token: await tokenOf(database, still), revocable }
  })
}

/** The records of an import: every asset is worth its number. */
export function movingRecords(number: number): Records {
  return assetsWorth(marketValueOf(number), MOVING_ASSETS)
}

export function marketValueOf(number: number): string {
  return `${700_000 + number}.25`
}

function assetsWorth(value: string, count: number): Records {
  return Array.from({ length: count }, (_, i) => ({
    type: 'asset',
    ref: `a${i}`,
    title: `Gold bar ${i}`,
    category: 'PM',
    market_value: value,
    created_at: '2025-01-01T00:00:00Z',
  }))
}
