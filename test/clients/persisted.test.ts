import { createHash } from 'node:crypto'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { persistedExchange } from '@urql/exchange-persisted'
import { beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { limitDocuments } from '../../src/modules/keys/api-key.writes.ts'
import { addTrustedDocuments } from '../../src/modules/trusted-documents/trusted-document.writes.ts'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { apolloClient, httpLink } from './apollo.ts'
import { documentOf } from './caching-client.ts'
import { urqlClient } from './graphcache.ts'
import { Traffic } from './traffic.ts'
import { expectNoWarnings } from './warnings.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''
let limited = ''
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, assets(2))
  key = (await readerOf(database, clientId)).secret
  const other = await readerOf(database, clientId)
  limited = other.secret
  const limit = { keyId: other.id, trustedDocumentsOnly: true }
  await limitDocuments(operator(database.prisma), limit)
  await addTrustedDocuments(database.prisma, [TRUSTED])
})

expectNoWarnings()

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')
const FIRST = 'query First($clientId: ID!) { portfolio(clientId: $clientId) { id currency } }'
// As the clients write it.
const TRUSTED = {
  id: 'first',
  name: 'First',
  text: 'query First($clientId: ID!) { portfolio(clientId: $clientId) { id currency __typename } }',
}
const SECOND = 'query Second($clientId: ID!) { portfolio(clientId: $clientId) { id environment } }'

type Run = (text: string) => Promise<unknown>

type Hash = (text: string) => Promise<string>

const CLIENTS: [string, (traffic: Traffic, hash: Hash) => Promise<Run>][] = [
  ['Apollo Client', async (traffic, hash) => runApollo(traffic, hash, false)],
  ['Apollo Client, by GET', async (traffic, hash) => runApollo(traffic, hash, true)],
  ['urql', async (traffic, hash) => runUrql(traffic, hash, false)],
  ['urql, by GET', async (traffic, hash) => runUrql(traffic, hash, 'force')],
]

function runApollo(traffic: Traffic, sha256: Hash, useGETForHashedQueries: boolean): Run {
  const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries })
  const client = apolloClient(persisted.concat(httpLink(traffic)))
  return async (text) =>
    (await client.query({ query: documentOf(text), variables: { clientId } })).data
}

async function runUrql(
  traffic: Traffic,
  generateHash: Hash,
  preferGetForPersistedQueries: false | 'force',
): Promise<Run> {
  const persisted = persistedExchange({ generateHash, preferGetForPersistedQueries })
  const client = await urqlClient(traffic, persisted)
  return async (text) => {
    const { data, error } = await client.query(documentOf(text), { clientId }).toPromise()
    if (error) throw error
    return data
  }
}

describe.each(CLIENTS)('%s with persisted queries', (_name, start) => {
  // The gateway refuses an unknown hash, and the client sends the document from then on.
  test('sends the hash once, and then whole documents', async () => {
    const traffic = new Traffic(gateway, { Authorization: `Bearer ${key}` })
    const run = await start(traffic, sha256)
    const [first, requests] = await traffic.count(() => run(FIRST))
    expect(first).toMatchObject({ portfolio: { id: `${clientId}:portfolio`, currency: 'USD' } })
    expect(requests).toBe(2)
    const [second, more] = await traffic.count(() => run(SECOND))
    expect(second).toMatchObject({ portfolio: { environment: 'production' } })
    expect(more).toBe(1)
  })

  test('sends the id of a trusted document alone, also with a key that runs nothing else', async () => {
    const traffic = new Traffic(gateway, { Authorization: `Bearer ${limited}` })
    const run = await start(traffic, async () => TRUSTED.id)
    const [first, requests] = await traffic.count(() => run(FIRST))
    expect(first).toMatchObject({ portfolio: { id: `${clientId}:portfolio`, currency: 'USD' } })
    expect(requests).toBe(1)
  })
})
