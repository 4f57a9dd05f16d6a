import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, [
    { type: 'asset', ref: 'w', title: 'W', category: 'watches' },
    { type: 'asset', ref: 'a', title: 'A', category: 'art' },
  ])
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, clientId)
})

async function titlesOf(category: unknown) {
  const { json } = await gateway.graphql(
    `query ($category: Category) { portfolio(clientId: "${clientId}") { assets(filter: { category: $category }) { nodes { title } } } }`,
    { key, variables: { category } },
  )
  if (json.errors) return json.errors[0].extensions.code
  return json.data.portfolio.assets.nodes.map(({ title }: { title: string }) => title)
}

test.each([
  ['watches', ['W']],
  ['wine', []],
  ['WT', 'invalid_document'],
  ['Watches', 'invalid_document'],
  ['', 'invalid_document'],
])('the category %j of a listing in GraphQL: %j', async (category, expected) => {
  expect(await titlesOf(category)).toEqual(expected)
})

test('REST takes a slug or a code', async () => {
  for (const category of ['watches', 'WT', 'wt']) {
    const { json } = await gateway.request(
      `/api/v1/assets?client_id=${clientId}&category=${category}`,
      { key },
    )
    expect(json.data.map(({ title }: { title: string }) => title)).toEqual(['W'])
  }
})
