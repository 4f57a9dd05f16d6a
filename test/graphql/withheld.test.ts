import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
const ASSETS = ['a', 'b'].map((ref) => ({ type: 'asset', ref, title: ref, category: 'coins' }))
let key = ''
let valued = ''
let detailed = ''

beforeAll(async () => {
  valued = await clientWith(database, ASSETS)
  detailed = await clientWith(database, ASSETS)
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, valued, { scopes: ['valuation'] })
  await grantWith(database, id, detailed, { scopes: ['detail'] })
})

const BLOCKS = 'nodes { valuation { valuedAt } detail { notes } }'

async function withheldFrom(query: string) {
  const { json } = await gateway.graphql(query, { key })
  expect(json).not.toHaveProperty('errors')
  return json
}

const detail = (...path: (string | number)[]) => ({ path, field: 'Asset.detail', scope: 'detail' })
const valuation = (...path: (string | number)[]) => ({
  path,
  field: 'Asset.valuation',
  scope: 'valuation',
})

describe('withheld fields', () => {
  test('of two portfolios in one document are told apart', async () => {
    const { extensions } = await withheldFrom(
      `{ a: portfolio(clientId: "${valued}") { assets { ${BLOCKS} } }
         b: portfolio(clientId: "${detailed}") { list: assets { edges { node { v: valuation { valuedAt } detail { notes } } } } } }`,
    )
    expect(extensions.withheld).toEqual([
      detail('a', 'assets', 'nodes', 'detail'),
      valuation('b', 'list', 'edges', 'node', 'v'),
    ])
  })

  test('of a list of portfolios are told apart by its index', async () => {
    const { data, extensions } = await withheldFrom(
      `{ portfolios { nodes { client { id } assets { ${BLOCKS} } } } }`,
    )
    const expected = data.portfolios.nodes.map(
      ({ client }: { client: { id: string } }, index: number) => {
        const at = ['portfolios', 'nodes', index, 'assets', 'nodes']
        return client.id === valued ? detail(...at, 'detail') : valuation(...at, 'valuation')
      },
    )
    expect(extensions.withheld).toEqual(expected)
  })
})
