import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { objectType, selectAll } from '../contract/full-selection.ts'
import { assets, WATCH } from '../rest/records.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import {
  clientWith,
  grantWith,
  importRecords,
  readerOf,
  registryIds,
} from '../support/portfolio.ts'
import { CLIENTS } from './clients.ts'
import { expectNoWarnings } from './warnings.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''
let clientId = ''
let otherId = ''
let longId = ''
let watch = ''
let inOrder: string[] = []

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...assets(6)])
  otherId = await clientWith(database, assets(4))
  longId = await clientWith(database, assets(180))
  const where = { clientId }
  const rows = await database.prisma.asset.findMany({ where, orderBy: { registryId: 'asc' } })
  inOrder = rows.map(({ title }) => title)
  watch = rows.find(({ ref }) => ref === 'watch')?.registryId ?? ''
  const { id, secret } = await readerOf(database, clientId)
  key = secret
  await grantWith(database, id, longId)
  await grantWith(database, id, otherId, { scopes: ['valuation'] })
})

expectNoWarnings()

const LIST = `query List($clientId: ID!, $first: Int!, $after: String) {
  portfolio(clientId: $clientId) {
    id
    assets(first: $first, after: $after) {
      ENTRIES
      pageInfo { hasNextPage endCursor }
      totalCount
    }
  }
}`
const EDGES = 'edges { cursor node { id title valuation { id marketValue { amount currency } } } }'
const NODES = 'nodes { id title }'

function everyField(id: string, asset: string): string {
  const fields = selectAll(objectType(schema, 'Portfolio'), {
    'Portfolio.assets': '(first: 10)',
    'Portfolio.asset': `(registryId: "${asset}")`,
    'Asset.valuations': '(first: 10)',
    'Asset.documents': '(first: 10)',
  })
  return `{ portfolio(clientId: "${id}") ${fields} }`
}

interface Node {
  readonly id: string
}
const idsOf = ({ portfolio: { assets } }: Reply['json']): string[] =>
  (assets.nodes ?? assets.edges.map(({ node }: { node: Node }) => node)).map(({ id }: Node) => id)

describe.each(CLIENTS)('%s', (_name, start) => {
  test.each([
    EDGES,
    NODES,
    `${NODES} edges { cursor node { id } }`,
  ])('walks 180 assets by %s, and has all of them without another request', async (entries) => {
    const { client, traffic } = await start(gateway, key)
    const variables = { clientId: longId, first: 100 }
    const text = LIST.replace('ENTRIES', entries)
    const [walked, requests] = await traffic.count(() => client.walk(text, variables))
    expect([requests, new Set(idsOf(walked)).size]).toEqual([2, 180])
    const [again, more] = await traffic.count(() => client.read(text, variables))
    expect([more, idsOf(again)]).toEqual([0, idsOf(walked)])
  })

  test('holds two portfolios apart with every field', async () => {
    const { client, traffic } = await start(gateway, key)
    const { a0 = '' } = await registryIds(database, otherId)
    const readBoth = async () => [
      await client.read(everyField(clientId, watch)),
      await client.read(everyField(otherId, a0)),
    ]
    const [first, second] = await readBoth()
    const [again, more] = await traffic.count(readBoth)
    expect(more).toBe(0)
    expect(again).toEqual([first, second])
    expect(first.portfolio.grant.scopes).not.toEqual(second.portfolio.grant.scopes)
  })

  test('has all scans of an asset still after a list that shows the newest ten', async () => {
    const { client, traffic } = await start(gateway, key)
    const verification = (args: string) =>
      `id verification { id scanCount scans${args} { id scannedAt } }`
    const inPortfolio = (fields: string) =>
      `{ portfolio(clientId: "${clientId}") { id ${fields} } }`
    const one = inPortfolio(`asset(registryId: "${watch}") { ${verification('(first: 1000)')} }`)
    const list = inPortfolio(`assets(first: 10) { edges { cursor node { ${verification('')} } } }`)
    const whole = await client.read(one)
    expect(whole.portfolio.asset.verification.scans).toHaveLength(12)
    const { portfolio } = await client.read(list)
    const { node } = portfolio.assets.edges[inOrder.indexOf('Wrist watch')]
    expect(node.verification.scans).toEqual(whole.portfolio.asset.verification.scans.slice(0, 10))
    const [again, more] = await traffic.count(() => client.read(one))
    expect(more).toBe(0)
    expect(again).toEqual(whole)
  })

  test('reads the dashboard of the guide once', async () => {
    const guide = readFileSync('docs/guide/dashboards.md', 'utf8')
    const query = /QUERY='([^']+)'/.exec(guide)?.[1] ?? ''
    const variables = { client: clientId, today: '2026-04-01', from: '2026-01-01' }
    const { client, traffic } = await start(gateway, key)
    const whole = await client.read(query, variables)
    expect(whole.portfolio.top.nodes).toHaveLength(inOrder.length)
    const [again, more] = await traffic.count(() => client.read(query, variables))
    expect([again, more]).toEqual([whole, 0])
  })

  test('never mixes two heirs after they change places', async () => {
    const heir = (name: string, share: number) => ({ name, share_percent: share })
    const asset = { type: 'asset', ref: 'coin', title: 'Thaler', category: 'coins' }
    const heirs = [heir('Bea', 80), heir('Cy', 20)]
    const ownerId = await clientWith(database, [{ ...asset, heirs }])
    const { secret } = await readerOf(database, ownerId)
    const { coin } = await registryIds(database, ownerId)
    const { client } = await start(gateway, secret)
    const query = (fields: string) =>
      `{ portfolio(clientId: "${ownerId}") { id asset(registryId: "${coin}") { id estate { id heirs { id ${fields} } } } } }`
    await client.read(query('name sharePercent'))
    await importRecords(database, ownerId, [{ ...asset, heirs: heirs.toReversed() }])
    await client.refresh(query('name'))
    const { portfolio } = await client.read(query('name sharePercent'))
    expect(portfolio.asset.estate.heirs).toMatchObject([
      { name: 'Cy', sharePercent: 20 },
      { name: 'Bea', sharePercent: 80 },
    ])
  })
})
