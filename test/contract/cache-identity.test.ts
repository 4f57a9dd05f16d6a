import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { grantWith, keyWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { words } from '../support/words.ts'
import { NormalisingCache } from './cache-identity.ts'
import { fullClient } from './fixtures.ts'
import { objectType, selectAll } from './full-selection.ts'

const gateway = testGateway()
const { database } = gateway

// Values, which a cache stores inside the object that has them, and results of one request.
const WITHOUT_ID = words(`
  AssetCertification AssetStone Attribute AuditListValue AuditValue CategoryTotals CategoryValue
  Changes CurrencyTotals LinkList LinkListProblem Money Mutation NewSecret NewToken
  NewWebhookSecret PlatformCount PortfolioTotals PortfolioValue Query Removal SandboxRun
  SentInvitation StaffSearch Sync ValuePoint
`)

test('every type has an id, apart from values and parts of connections', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const without = types
    .filter(({ name }) => !/^__|^PageInfo$|(Connection|Edge)$/.test(name))
    .filter((type) => !('id' in type.getFields()) && type.getInterfaces().length === 0)
  expect(without.map(({ name }) => name).sort()).toEqual(WITHOUT_ID)
})

test('one id names one view: in a portfolio, and in previews of grants with any scopes', async () => {
  const { clientId, registryId } = await fullClient(database)
  const { id: keyId } = await keyWith(database)
  const grant = await grantWith(database, keyId, clientId)
  const key = await sessionOf(database, clientId)
  const cache = new NormalisingCache()
  const query = objectType(schema, 'Query')
  const read = async (text: string, variables = {}) => {
    const { json } = await gateway.graphql(text, { key, variables })
    expect(json.errors).toBeUndefined()
    cache.add(query, json.data)
  }
  const portfolio = selectAll(objectType(schema, 'Portfolio'), {
    'Portfolio.asset': `(registryId: "${registryId}")`,
    'Portfolio.assets': '(first: 10)',
  })
  await read(`{ portfolio(clientId: "${clientId}") ${portfolio} }`)
  const preview = selectAll(objectType(schema, 'GrantPreview'), {})
  const terms = `grantId: "${grant.id}", scopes: $scopes, filter: $filter`
  const text = `query ($scopes: [Scope!]!, $filter: GrantFilterInput!) { grantPreview(${terms}) ${preview} }`
  for (const scopes of [SCOPES, ...SCOPES.map((scope) => [scope])]) {
    await read(text, { scopes, filter: { type: 'all' } })
    await read(text, { scopes, filter: { type: 'category', values: [] } })
  }
  expect(cache.conflicts).toEqual([])
})
