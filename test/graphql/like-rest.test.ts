import { type GraphQLObjectType, getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { objectType } from '../contract/full-selection.ts'
import { assets, BARE, WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { snakeCase } from '../support/words.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...BARE, ...assets(8)])
})

const STORED = ['Asset', 'Collection', 'ShareLink']
const MONEY = '{ amount currency }'
const ASSET = restSelection(objectType(schema, 'Asset'))

const SETS: [string, readonly Scope[]][] = [
  ['all scopes', SCOPES],
  ['registry', ['registry']],
  ['valuation and estate', ['valuation', 'estate']],
  ['the rest', ['detail', 'category_detail', 'documentation', 'verification']],
]

describe.each(SETS)('one key, by %s', (_name, scopes) => {
  let key = ''
  beforeAll(async () => {
    key = (await readerOf(database, clientId, { scopes })).secret
  })

  /** The members that REST shows of an object: it leaves out those whose scope is not granted. */
  function shownOf(type: string) {
    const hidden = Object.values(objectType(schema, type).getFields())
      .filter(({ extensions }) =>
        SCOPES.some((each) => each === extensions.scope && !scopes.includes(each)),
      )
      .map(({ name }) => snakeCase(name))
    return (members: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(members).filter(([name]) => !hidden.includes(name)))
  }

  test('has the same assets with the same values', async () => {
    for (const [query, args] of [
      ['', ''],
      ['&category=coins', ', filter: { category: coins }'],
      ['&category=WT', ', filter: { category: watches }'],
      ['&updated_since=20200101T000000', ', filter: { updatedSince: "20200101T000000" }'],
    ] as const) {
      const rest = await gateway.request(`/api/v1/assets?client_id=${clientId}${query}`, { key })
      const { json } = await gateway.graphql(
        `{ portfolio(clientId: "${clientId}") {
          grant { id version scopes asset_filter: assetFilter expires_at: expiresAt }
          assets(require: []${args}) { totalCount nodes ${ASSET} } } }`,
        { key },
      )
      expect(json.errors).toBeUndefined()
      const { grant, assets } = json.data.portfolio
      expect(rest.json.data.length).toBeGreaterThan(0)
      const nodes = assets.nodes.map((asset: { category_detail: { members: unknown } | null }) => ({
        ...asset,
        category_detail: asset.category_detail?.members ?? null,
      }))
      expect(rest.json.data, query).toEqual(nodes.map(shownOf('Asset')))
      expect(rest.json.pagination.total_count).toBe(assets.totalCount)
      expect(rest.json.grant).toEqual(grant)
    }
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
    const categories = summary.categories.map(shownOf('CategorySummary'))
    expect(rest.json.data).toEqual({
      client_id: clientId,
      currency: 'USD',
      ...shownOf('PortfolioSummary')({ ...summary, categories }),
    })
  })
})

/** All fields of a type under their REST names. Pages of other objects, and ids for caches, are left out. */
function restSelection(type: GraphQLObjectType): string {
  const fields = fieldsOf(type).map(({ name, type: of }) => {
    const below = getNamedType(of)
    const alias = snakeCase(name) === name ? '' : `${snakeCase(name)}: `
    return `${alias}${name}${isObjectType(below) ? restSelection(below) : isInterfaceType(below) ? ' { members }' : ''}`
  })
  return ` { ${fields.join(' ')} }`
}

function fieldsOf(type: GraphQLObjectType) {
  return Object.values(type.getFields())
    .filter((field) => !getNamedType(field.type).name.endsWith('Connection'))
    .filter(({ name }) => name !== 'id' || STORED.includes(type.name))
}
