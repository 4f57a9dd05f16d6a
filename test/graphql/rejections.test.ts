import { describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { type Operation, overGraphQL, rejectsEveryoneElse } from '../support/rejections.ts'

// Each is refused where the portfolio is opened. Those with a scope have a check of their own.
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'assets { totalCount }': {},
  'assets(filter: { minValue: "0" }) { totalCount }': { scope: 'valuation' },
  'assets(require: [estate]) { nodes { id } }': { scope: 'estate' },
  'asset(registryId: $registryId, require: [documentation]) { title }': {
    ...{ ofAsset: true, scope: 'documentation' },
  },
}

const database = testDatabase()

// A gateway for each operation, because anonymous requests are limited per minute.
describe.each(Object.entries(OPERATIONS))('%s', (fields, operation) => {
  const gateway = testGateway({ database })
  const variables = `$clientId: ID!${operation.ofAsset ? ', $registryId: ID!' : ''}`
  const document = `query (${variables}) { portfolio(clientId: $clientId) { ${fields} } }`
  const rules = { ...operation, accessToken: 'no_active_grant' } as const
  rejectsEveryoneElse(gateway, rules, overGraphQL(gateway, document))
})

const gateway = testGateway({ database })

// An error that came only if a row matches would reveal which rows match.
test('a filter by hidden values is rejected the same with and without a match', async () => {
  const filters = ['minValue: "0"', 'maxValue: "999999"', 'minValue: "1", maxValue: "2"']
  for (const filter of [...filters, 'underinsured: true']) {
    const answers = []
    for (const market_value of ['1.5', null]) {
      const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'WT', market_value }
      Object.assign(asset, market_value && { insurance_value: '1' })
      const clientId = await clientWith(database, [asset])
      const scopes = ['registry', 'documentation'] as const
      const { secret: key } = await readerOf(database, clientId, { scopes })
      const text = `{ portfolio(clientId: "${clientId}") { assets(filter: {${filter}}) { totalCount } } }`
      const { json } = await gateway.graphql(text, { key })
      expect(json.data).toEqual({ portfolio: { assets: null } })
      answers.push(json.errors.map((error: { message: string }) => error.message))
    }
    expect(answers[0]).toEqual(answers[1])
  }
})
