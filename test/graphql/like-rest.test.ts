import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { assets, BARE, WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...BARE, ...assets(8)])
})

const MONEY = '{ amount currency }'
const ASSET = `
  id registry_id: registryId title category quantity created_at: createdAt updated_at: updatedAt
  valuation { market_value: marketValue ${MONEY} purchase_price: purchasePrice ${MONEY}
    insurance_value: insuranceValue ${MONEY} valued_at: valuedAt }
  detail { description notes seller storage_location: storageLocation collections { id name } }
  category_detail: categoryDetail
  documentation { document_count: documentCount completeness_score: completenessScore }
  estate { heirs { name relationship share_percent: sharePercent }
    share_links: shareLinks { id label created_at: createdAt expires_at: expiresAt state } readiness { score gaps } }
  verification { status risk_score: riskScore tamper_state: tamperState scan_count: scanCount scans { scanned_at: scannedAt method result } }`

const SETS: [string, readonly Scope[]][] = [
  ['all scopes', SCOPES],
  ['registry', ['registry']],
  ['valuation and estate', ['valuation', 'estate']],
  ['the rest', ['detail', 'category_detail', 'documentation', 'verification']],
]

describe.each(SETS)('one key, by %s', (_name, scopes) => {
  let key = ''
  beforeAll(async () => {
    const { id, secret } = await keyWith(database)
    key = secret
    await grantWith(database, id, clientId, { scopes })
  })

  test.each([
    ['', ''],
    ['&category=coins', ', filter: { category: coins }'],
    ['&category=WT', ', filter: { category: watches }'],
    ['&updated_since=2020-01-01', ', filter: { updatedSince: "2020-01-01" }'],
  ])('has the same assets with the same values: %s', async (query, args) => {
    const rest = await gateway.request(`/api/v1/assets?client_id=${clientId}${query}`, { key })
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${clientId}") {
        grant { id version scopes asset_filter: assetFilter expires_at: expiresAt }
        assets(require: []${args}) { totalCount nodes { ${ASSET} } } } }`,
      { key },
    )
    expect(json.errors).toBeUndefined()
    const { grant, assets } = json.data.portfolio
    expect(rest.json.data.length).toBeGreaterThan(0)
    expect(rest.json.data).toEqual(assets.nodes.map(withoutHidden))
    expect(rest.json.pagination.total_count).toBe(assets.totalCount)
    expect(rest.json.grant).toEqual(grant)
  })

  test('has the same summary', async () => {
    const rest = await gateway.request(`/api/v1/portfolio/summary?client_id=${clientId}`, { key })
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${clientId}") { summary {
        as_of: asOf digest asset_count: assetCount valued_asset_count: valuedAssetCount total_value: totalValue ${MONEY}
        categories { category asset_count: assetCount total_value: totalValue ${MONEY} }
        documentation { completeness_score: completenessScore } } } }`,
      { key },
    )
    const { summary } = json.data.portfolio
    const categories = summary.categories.map(withoutHidden)
    expect(rest.json.data).toEqual({
      client_id: clientId,
      currency: 'USD',
      ...withoutHidden({ ...summary, categories }),
    })
  })
})

// What REST leaves out is null here.
function withoutHidden(members: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
