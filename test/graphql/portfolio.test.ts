import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { BARE, WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let ids: Record<string, string> = {}

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...BARE])
  ids = await registryIds(database, clientId)
})

async function keyWithScopes(scopes: readonly Scope[]): Promise<string> {
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, { scopes })
  return secret
}

const ASSET = `
  id registryId title category quantity createdAt updatedAt
  valuation { marketValue { amount currency } purchasePrice { amount } insuranceValue { amount } valuedAt }
  detail { description notes seller storageLocation collections { id name } }
  categoryDetail
  documentation { documentCount completenessScore }
  estate { heirs { name relationship sharePercent } shareLinks { label expiresAt revokedAt } readiness { score gaps } }
  verification { status riskScore tamperState scans { scannedAt method result } }
  valuations { totalCount nodes { value { amount currency } source valuedAt } }
  documents { totalCount completeness { score present missing } nodes { type title issuedOn fileSize } }`

const document = () => `{ portfolio(clientId: "${clientId}") {
  client { id name } currency environment
  grant { version scopes assetFilter expiresAt }
  asset(registryId: "${ids.watch}") { ${ASSET} }
  assets { totalCount nodes { ${ASSET} } }
  summary { assetCount valuedAssetCount totalValue { amount currency }
    documentation { completenessScore } categories { category assetCount totalValue { amount } } }
} }`

describe('every block', () => {
  test('is shown with all scopes, exactly as it is stored', async () => {
    const { json } = await gateway.graphql(document(), { key: await keyWithScopes(SCOPES) })
    expect(json).not.toHaveProperty('errors')
    expect(json.extensions).toEqual({ cost: 14 })
    const { asset, assets, summary, ...portfolio } = json.data.portfolio
    expect(portfolio).toEqual({
      client: { id: clientId, name: 'Ada Hale' },
      currency: 'USD',
      environment: 'production',
      grant: { version: 1, scopes: [...SCOPES], assetFilter: 'all', expiresAt: null },
    })
    expect(asset).toMatchObject({
      registryId: ids.watch,
      title: 'Wrist watch',
      category: 'watches',
      quantity: '2.5',
      createdAt: '2025-06-01T10:00:00.000Z',
      valuation: {
        marketValue: { amount: '123456789012345678.1234', currency: 'USD' },
        purchasePrice: { amount: '0.10' },
        insuranceValue: { amount: '1300.00' },
        valuedAt: '2026-03-01T00:00:00.000Z',
      },
      detail: {
        description: 'Steel, 39 mm',
        notes: 'Serviced twice',
        seller: 'A dealer',
        storageLocation: 'Bank, box 7',
        collections: [{ name: 'Daily' }, { name: 'Vault' }],
      },
      categoryDetail: { type: 'watches', brand: 'Maker', year: 1968, papers: true },
      documentation: { documentCount: 1, completenessScore: 20 },
      estate: {
        heirs: [
          { name: 'Bea Hale', relationship: 'daughter', sharePercent: 66.67 },
          { name: 'Cy Hale', relationship: null, sharePercent: 33.33 },
        ],
        readiness: { score: 80, gaps: ['will'] },
      },
      verification: { status: 'verified', riskScore: 7, tamperState: 'intact' },
      documents: { totalCount: 1, completeness: { score: 20, present: ['invoice'] } },
    })
    expect(asset.estate.shareLinks).toHaveLength(2)
    expect(asset.estate.shareLinks).toContainEqual({
      ...{ label: 'Insurer', expiresAt: '2020-01-01T00:00:00.000Z', revokedAt: null },
    })
    expect(asset.verification.scans).toHaveLength(10)
    expect(asset.verification.scans[0].scannedAt).toBe('2026-01-12T08:00:00.000Z')
    expect(assets.totalCount).toBe(2)
    expect(assets.nodes).toContainEqual(asset)
    expect(summary).toMatchObject({
      assetCount: 2,
      totalValue: { amount: '123456789012345678.1234', currency: 'USD' },
    })
  })

  test('of an asset without data is empty, not absent', async () => {
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${clientId}") { asset(registryId: "${ids.bare}") { ${ASSET} } } }`,
      { key: await keyWithScopes(SCOPES) },
    )
    expect(json).not.toHaveProperty('errors')
    expect(json.data.portfolio.asset).toMatchObject({
      quantity: '1',
      valuation: { marketValue: null, purchasePrice: null, insuranceValue: null, valuedAt: null },
      detail: { description: null, collections: [] },
      categoryDetail: { type: 'other' },
      documentation: { documentCount: 0, completenessScore: 0 },
      estate: { heirs: [], shareLinks: [], readiness: { score: null, gaps: [] } },
      verification: { status: null, riskScore: null, tamperState: null, scans: [] },
      valuations: { totalCount: 0, nodes: [] },
      documents: { totalCount: 0, nodes: [] },
    })
  })
})

describe('a withheld block', () => {
  test('is null and listed once for its place, with its scope, without an error', async () => {
    const { json } = await gateway.graphql(document(), { key: await keyWithScopes(['registry']) })
    expect(json).not.toHaveProperty('errors')
    const { asset, assets, summary } = json.data.portfolio
    const hidden = {
      valuation: null,
      detail: null,
      categoryDetail: null,
      documentation: null,
      estate: null,
      verification: null,
      valuations: null,
      documents: null,
    }
    expect(asset).toMatchObject({ title: 'Wrist watch', ...hidden })
    for (const node of assets.nodes) expect(node).toMatchObject(hidden)
    expect(summary).toEqual({
      assetCount: 2,
      valuedAssetCount: null,
      totalValue: null,
      documentation: null,
      categories: [
        { category: 'watches', assetCount: 1, totalValue: null },
        { category: 'other', assetCount: 1, totalValue: null },
      ],
    })
    const { withheld } = json.extensions
    expect(withheld).toHaveLength(20)
    const at = (...path: string[]) => ({ path: ['portfolio', ...path] })
    expect(withheld).toEqual(
      expect.arrayContaining([
        { ...at('asset', 'valuation'), field: 'Asset.valuation', scope: 'valuation' },
        { ...at('assets', 'nodes', 'valuation'), field: 'Asset.valuation', scope: 'valuation' },
        {
          ...at('summary', 'categories', 'totalValue'),
          field: 'CategorySummary.totalValue',
          scope: 'valuation',
        },
      ]),
    )
  })

  test('is listed by its alias in the path, and by its name', async () => {
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${clientId}") { assets { nodes { worth: valuation { valuedAt } } } } }`,
      { key: await keyWithScopes(['detail']) },
    )
    const path = ['portfolio', 'assets', 'nodes', 'worth']
    expect(json.extensions.withheld).toEqual([
      { path, field: 'Asset.valuation', scope: 'valuation' },
    ])
    expect(json.data.portfolio.assets.nodes).toEqual([{ worth: null }, { worth: null }])
  })
})
