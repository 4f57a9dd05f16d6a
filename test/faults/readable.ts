import type { Database } from '../../src/database/client.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const ASSETS = 40

export interface Readable {
  readonly client: string
  readonly key: string
}

/** A client with watches and gold bars, in equal parts, and a key of the highest tier that reads them all. */
export async function createReadable(database: Database): Promise<Readable> {
  const client = await clientWith(
    database,
    Array.from({ length: ASSETS }, (_, i) => ({
      ...{ type: 'asset', ref: `a${i}`, title: `Asset ${i}`, market_value: '10.00' },
      category: i % 2 === 0 ? 'WT' : 'PM',
    })),
  )
  const key = await keyOfHighestTier(database)
  await grantWith(database, key.id, client)
  return { client, key: key.secret }
}

/** A key with a firm of its own, and no grant. On a quick machine a load takes the quota of the lower tiers in seconds. */
export async function keyOfHighestTier(database: Database) {
  const key = await keyWith(database)
  await database.prisma.apiKey.update({ where: { id: key.id }, data: { tier: 'enterprise' } })
  return key
}
