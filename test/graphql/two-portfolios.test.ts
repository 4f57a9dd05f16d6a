import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, type Records, registryIds } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''
let one = ''
let other = ''
let outsider = ''

const WATCH = { type: 'asset', ref: 'watch', title: 'Wrist watch', category: 'watches' }
const POSSESSIONS: Records = [
  { ...WATCH, market_value: '10', notes: 'private' },
  { type: 'asset', ref: 'picture', title: 'Seascape', category: 'art', market_value: '20' },
]

// One grant shows the values of the watches alone, the other the details of everything.
beforeAll(async () => {
  one = await clientWith(database, POSSESSIONS)
  other = await clientWith(database, POSSESSIONS)
  outsider = await clientWith(database, POSSESSIONS)
  const { id, secret } = await keyWith(database)
  key = secret
  const filter = { type: 'category', categories: ['watches'] } as const
  await grantWith(database, id, one, { scopes: ['valuation'], filter })
  await grantWith(database, id, other, { scopes: ['detail'] })
})

const listOf = (...nodes: object[]) => ({ assets: { totalCount: nodes.length, nodes } })
const MONEY = { marketValue: { amount: '10.00' } }
const WATCHES_VALUED = listOf({ title: 'Wrist watch', valuation: MONEY, detail: null })
const ALL_DETAILED = listOf(
  { title: 'Seascape', valuation: null, detail: { notes: null } },
  { title: 'Wrist watch', valuation: null, detail: { notes: 'private' } },
)
const FIELDS = `fragment Fields on Portfolio { assets { totalCount ...Nodes } }
  fragment Nodes on PortfolioAssetsConnection { nodes { title valuation { marketValue { amount } } detail { notes } } }`

describe('two portfolios in one document', () => {
  test('each show their own', async () => {
    const [a, b] = [`a: portfolio(clientId: "${one}")`, `b: portfolio(clientId: "${other}")`]
    for (const fields of [
      `${a} { assets { totalCount } } ${b} { ...Fields } ${a} { ...Fields } ${b} { currency }`,
      `... { ${b} { ...Fields } } ... on Query { ${a} { ... { ...Fields } } }`,
      `portfolios { nodes { assets { nodes { valuation { valuedAt } detail { notes } } } } } ${a} { ...Fields } ${b} { ...Fields }`,
    ])
      for (const query of [`{ ${fields} } ${FIELDS}`, `${FIELDS} query { ${fields} }`]) {
        const { json } = await gateway.graphql(query, { key })
        expect(json).not.toHaveProperty('errors')
        expect(json.data.a, fields).toMatchObject(WATCHES_VALUED)
        expect(sorted(json.data.b), fields).toMatchObject(ALL_DETAILED)
      }
  })

  test('an argument that one portfolio allows is rejected in the other', async () => {
    const { json } = await gateway.graphql(
      `query ($one: ID!, $other: ID!) {
        a: portfolio(clientId: $one) { ...Dear } b: portfolio(clientId: $other) { ...Dear }
      } fragment Dear on Portfolio { assets(filter: { minValue: "5" }) { totalCount } }`,
      { key, variables: { one, other } },
    )
    expect(json.data).toEqual({ a: { assets: { totalCount: 1 } }, b: { assets: null } })
    expect(json.errors).toMatchObject([
      { path: ['b', 'assets'], extensions: { code: 'insufficient_scope' } },
    ])
  })

  test('an asset of one is not found through the other', async () => {
    const { picture } = await registryIds(database, other)
    const { json } = await gateway.graphql(
      `{ a: portfolio(clientId: "${one}") { asset(registryId: "${picture}") { title } }
         b: portfolio(clientId: "${other}") { asset(registryId: "${picture}") { title } } }`,
      { key },
    )
    expect(json.data).toEqual({ a: { asset: null }, b: { asset: { title: 'Seascape' } } })
    expect(json.errors).toMatchObject([{ extensions: { code: 'asset_not_found' } }])
  })
})

test('a rejected portfolio is null with one error, and the others are served', async () => {
  const { json, headers } = await gateway.graphql(
    `{ a: portfolio(clientId: "${one}") { ...Fields }
       rejected: portfolio(clientId: "${outsider}") { ...Fields currency summary { assetCount } }
       b: portfolio(clientId: "${other}") { ...Fields } } ${FIELDS}`,
    { key },
  )
  expect(json.data.rejected).toBeNull()
  expect(json.data.a).toMatchObject(WATCHES_VALUED)
  expect(sorted(json.data.b)).toMatchObject(ALL_DETAILED)
  const request_id = headers.get('X-Request-Id')
  const extensions = { code: 'no_active_grant', type: 'authorization_error', request_id }
  const where = { locations: [expect.anything()], path: ['rejected'] }
  expect(json.errors).toEqual([{ message: expect.any(String), ...where, extensions }])
})

function sorted(portfolio: { assets: { nodes: { title: string }[] } }) {
  const nodes = [...portfolio.assets.nodes].sort((a, b) => a.title.localeCompare(b.title))
  return { ...portfolio, assets: { ...portfolio.assets, nodes } }
}

const BLOCKS = 'nodes { valuation { valuedAt } detail { notes } }'

const detail = (...path: (string | number)[]) => ({ path, field: 'Asset.detail', scope: 'detail' })

const valuation = (...path: (string | number)[]) => {
  return { path, field: 'Asset.valuation', scope: 'valuation' }
}

test('the withheld fields of two portfolios are told apart, in a list by its index', async () => {
  const { json } = await gateway.graphql(
    `{ a: portfolio(clientId: "${one}") { assets { ${BLOCKS} } }
       b: portfolio(clientId: "${other}") { list: assets { edges { node { v: valuation { valuedAt } detail { notes } } } } }
       portfolios { nodes { client { id } assets { ${BLOCKS} } } } }`,
    { key },
  )
  const nodes: { client: { id: string } }[] = json.data.portfolios.nodes
  const nodesOf = (id: string) => {
    const index = nodes.findIndex(({ client }) => client.id === id)
    return ['portfolios', 'nodes', index, 'assets', 'nodes']
  }
  // In the order of the document, whichever portfolio is first.
  const listed = [valuation(...nodesOf(other), 'valuation'), detail(...nodesOf(one), 'detail')]
  const [a, b] = [
    detail('a', 'assets', 'nodes', 'detail'),
    valuation('b', 'list', 'edges', 'node', 'v'),
  ]
  expect(json.extensions.withheld).toEqual([a, b, ...listed])
})
