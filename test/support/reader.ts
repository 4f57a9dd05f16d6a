import { beforeAll } from 'vitest'
import type { Reply, TestGateway } from './gateway.ts'
import { clientWith, type Records, readerOf, registryIds } from './portfolio.ts'

/** A client with a portfolio, and a key with a grant of it. As the call of a request it names the key. */
interface Reader {
  readonly clientId: string
  /** The registry ids of the assets by the refs of the records. */
  readonly ids: Readonly<Record<string, string>>
  readonly keyId: string
  /** The secret of the key. */
  readonly key: string
  readonly grantId: string
  readonly firmId: string
  /** Asks over GraphQL for fields of the portfolio. */
  ask(fields: string): Promise<Reply>
}

/** The reader of a file, who is there for its tests. */
export function testReader(
  gateway: TestGateway,
  records: Records,
  ...options: readonly [
    terms?: Parameters<typeof readerOf>[2],
    key?: Parameters<typeof readerOf>[3],
  ]
): Reader {
  const { database } = gateway
  const reader = { clientId: '', ids: {}, keyId: '', key: '', grantId: '', firmId: '' }
  beforeAll(async () => {
    const clientId = await clientWith(database, records, options[1]?.environment)
    const { id: keyId, secret: key, ...of } = await readerOf(database, clientId, ...options)
    Object.assign(reader.ids, await registryIds(database, clientId))
    Object.assign(reader, { clientId, keyId, key, ...of })
  })
  const ask = (fields: string) =>
    gateway.graphql(`{ portfolio(clientId: "${reader.clientId}") { ${fields} } }`, reader)
  return Object.assign(reader, { ask })
}
