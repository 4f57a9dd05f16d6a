import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
const STONE = { stone: 'diamond', carat: '0.5' }
const DETAILS = {
  watches: { brand: 'Aurel', year: 1969, box: true },
  jewelry: { purity: '0.75', stones: [STONE] },
  other: { attributes: { toString: 'y' } },
}
let [clientId, key] = ['', '']

beforeAll(async () => {
  const records = Object.entries(DETAILS).map(([category, category_detail]) => ({
    ...{ type: 'asset', ref: category, title: category, category, category_detail },
  }))
  clientId = await clientWith(database, records)
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, { scopes: ['category_detail'] })
  key = secret
})

async function detailsOf(selection: string) {
  const nodes = `nodes { title categoryDetail { ${selection} } }`
  const text = `{ portfolio(clientId: "${clientId}") { assets { ${nodes} } } }`
  const { json } = await gateway.graphql(text, { key })
  expect(json.errors).toBeUndefined()
  return Object.fromEntries(
    json.data.portfolio.assets.nodes.map((node: { title: string; categoryDetail: object }) => [
      node.title,
      node.categoryDetail,
    ]),
  )
}

test('members are selected by the type of the category, and are null where they are not known', async () => {
  expect(
    await detailsOf(`__typename
      ... on WatchesDetail { brand year box papers }
      ... on JewelryDetail { purity stones { stone carat cut } }
      ... on OtherDetail { attributes { name value } }`),
  ).toEqual({
    watches: { __typename: 'WatchesDetail', brand: 'Aurel', year: 1969, box: true, papers: null },
    jewelry: { __typename: 'JewelryDetail', purity: '0.75', stones: [{ ...STONE, cut: null }] },
    other: { __typename: 'OtherDetail', attributes: [{ name: 'toString', value: 'y' }] },
  })
})

test('all members of every category are those of REST', async () => {
  const expected = Object.entries(DETAILS).map(([category, detail]) => [
    category,
    { category, members: { type: category, ...detail } },
  ])
  expect(await detailsOf('category members')).toEqual(Object.fromEntries(expected))
})
