import { print } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/rest/operations.ts'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
const source = OPERATIONS.map((document) => print(document)).find((text) =>
  text.startsWith('query Assets('),
)
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, assets(2))
})

async function key(): Promise<string> {
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  return secret
}

test('a page of REST is served on /graphql, with the cost of what it may read', async () => {
  for (const [first, withValuations, withDocuments, remaining] of [
    [100, false, false, 999],
    [46, true, false, 988],
    [5, true, true, 948],
  ] as const) {
    const included = { withValuations, withDocuments }
    const variables = { clientId, filter: {}, require: [], first, ...included }
    const { json, headers } = await gateway.graphql(source ?? '', { key: await key(), variables })
    expect(json.errors).toBeUndefined()
    const [asset] = json.data.portfolio.assets.nodes
    expect(['valuations' in asset, 'documents' in asset]).toEqual([withValuations, withDocuments])
    expect(headers.get('X-RateLimit-Remaining')).toBe(String(remaining))
  }
})
