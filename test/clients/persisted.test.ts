import { createHash } from 'node:crypto'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { persistedExchange } from '@urql/exchange-persisted'
import { beforeAll, describe, expect, test } from 'vitest'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { apolloClient, httpLink } from './apollo.ts'
import { documentOf } from './caching-client.ts'
import { urqlClient } from './graphcache.ts'
import { Traffic } from './traffic.ts'
import { expectNoWarnings } from './warnings.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, assets(2))
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, clientId)
})

expectNoWarnings()

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')
const FIRST = 'query First($clientId: ID!) { portfolio(clientId: $clientId) { id currency } }'
const SECOND = 'query Second($clientId: ID!) { portfolio(clientId: $clientId) { id environment } }'

type Run = (text: string) => Promise<unknown>

// The gateway stores no documents: it refuses the hash, and the client sends the document from then on.
const CLIENTS: [string, (traffic: Traffic) => Promise<Run>][] = [
  ['Apollo Client', async (traffic) => runApollo(traffic, false)],
  ['Apollo Client, by GET', async (traffic) => runApollo(traffic, true)],
  ['urql', async (traffic) => runUrql(traffic, false)],
  ['urql, by GET', async (traffic) => runUrql(traffic, 'force')],
]

function runApollo(traffic: Traffic, useGETForHashedQueries: boolean): Run {
  const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries })
  const client = apolloClient(persisted.concat(httpLink(traffic)))
  return async (text) =>
    (await client.query({ query: documentOf(text), variables: { clientId } })).data
}

async function runUrql(
  traffic: Traffic,
  preferGetForPersistedQueries: false | 'force',
): Promise<Run> {
  const persisted = persistedExchange({ generateHash: sha256, preferGetForPersistedQueries })
  const client = await urqlClient(traffic, persisted)
  return async (text) => {
    const { data, error } = await client.query(documentOf(text), { clientId }).toPromise()
    if (error) throw error
    return data
  }
}

describe.each(CLIENTS)('%s with persisted queries', (_name, start) => {
  test('sends the hash once, and then whole documents', async () => {
    const traffic = new Traffic(gateway, { Authorization: `Bearer ${key}` })
    const run = await start(traffic)
    const [first, requests] = await traffic.count(() => run(FIRST))
    expect(first).toMatchObject({ portfolio: { id: `${clientId}:portfolio`, currency: 'USD' } })
    expect(requests).toBe(2)
    const [second, more] = await traffic.count(() => run(SECOND))
    expect(second).toMatchObject({ portfolio: { environment: 'production' } })
    expect(more).toBe(1)
  })
})
