import { describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { type Operation, overGraphQL, rejectsEveryoneElse } from '../support/rejections.ts'

const OPERATIONS: readonly (Operation & { name: string; document: string })[] = [
  {
    name: 'assets',
    document: 'query ($clientId: ID!) { portfolio(clientId: $clientId) { assets { totalCount } } }',
  },
  {
    name: 'assets from a value',
    scope: 'valuation',
    document: `query ($clientId: ID!) { portfolio(clientId: $clientId) {
      assets(filter: { minValue: "0" }) { totalCount } } }`,
  },
  {
    name: 'assets up to a value',
    scope: 'valuation',
    document: `query ($clientId: ID!) { portfolio(clientId: $clientId) {
      assets(filter: { maxValue: "0" }) { totalCount } } }`,
  },
  {
    name: 'assets that require a scope',
    scope: 'estate',
    document: `query ($clientId: ID!) { portfolio(clientId: $clientId) {
      assets(require: [estate]) { nodes { id } } } }`,
  },
  {
    name: 'a delta sync',
    document: `query ($clientId: ID!) { portfolio(clientId: $clientId) {
      assets(filter: { updatedSince: "2020-01-01" }) { sync { asOf removed { registryId } } } } }`,
  },
  {
    name: 'one asset',
    ofAsset: true,
    document: `query ($clientId: ID!, $registryId: ID!) { portfolio(clientId: $clientId) {
      asset(registryId: $registryId) { title } } }`,
  },
  {
    name: 'one asset that requires a scope',
    ofAsset: true,
    scope: 'documentation',
    document: `query ($clientId: ID!, $registryId: ID!) { portfolio(clientId: $clientId) {
      asset(registryId: $registryId, require: [documentation]) { documents { totalCount } } } }`,
  },
  {
    name: 'the summary',
    document:
      'query ($clientId: ID!) { portfolio(clientId: $clientId) { summary { assetCount } } }',
  },
]

const database = testDatabase()

// A gateway for each operation, because anonymous requests are limited per minute.
describe.each(OPERATIONS)('$name', ({ name: _name, document, ...operation }) => {
  const gateway = testGateway({ database })
  const rules = { ...operation, accessToken: 'no_active_grant' } as const
  rejectsEveryoneElse(gateway, rules, overGraphQL(gateway, document))
})

const gateway = testGateway({ database })

// An error that came only if a row matches would reveal which rows match.
test('a filter by hidden values is rejected the same with and without a match', async () => {
  for (const filter of ['minValue: "0"', 'maxValue: "999999"', 'minValue: "1", maxValue: "2"']) {
    const answers = []
    for (const market_value of ['1.5', null]) {
      const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'WT', market_value }
      const clientId = await clientWith(database, [asset])
      const { id, secret } = await keyWith(database)
      await grantWith(database, id, clientId, { scopes: ['registry', 'documentation'] })
      const { json } = await gateway.graphql(
        `{ portfolio(clientId: "${clientId}") { assets(filter: {${filter}}) { totalCount } } }`,
        { key: secret },
      )
      expect(json.data).toEqual({ portfolio: { assets: null } })
      answers.push(json.errors.map((error: { message: string }) => error.message))
    }
    expect(answers[0]).toEqual(answers[1])
  }
})
