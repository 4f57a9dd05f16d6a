import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectNoWarnings } from '../clients/warnings.ts'
import { objectType, selectAll } from '../contract/full-selection.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, type Records, readerOf, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { Application } from './application.ts'
import { ASSET, LIST, LIST_OF_PORTFOLIO, OTHER_FIELDS } from './documents.ts'
import { DASHBOARD, GUIDE_FRAGMENT, GUIDE_QUERY } from './generated/app.ts'
import MORE_QUERY from './generated/artifacts/appMoreQuery.graphql.ts'
import { EVERY_FIELD } from './generated/every.ts'
import { SIZED } from './write-documents.ts'

type Json = Reply['json']

const COUNT = 20
const gateway = testGateway()
const { database } = gateway
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const credentials: Record<string, string> = {}
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, fullAssets(COUNT))
  const { secret } = await readerOf(database, clientId)
  credentials['a partner'] = secret
  credentials['a session'] = await sessionOf(database, clientId)
  credentials['a token'] = await tokenOf(database, clientId, ['portfolio:read'])
})

expectNoWarnings()

/**
 * Every field of each asset, by a request that Relay has no part in, and the type, which Relay adds to a node of a
 * connection.
 */
async function plainAssets(key: string): Promise<Json[]> {
  const fields = selectAll(objectType(schema, 'Asset'), SIZED)
  const nodes = `nodes ${fields.replace('{', '{ __typename')}`
  const text = `{ portfolio(clientId: "${clientId}") { assets(first: ${COUNT}) { ${nodes} } } }`
  const { json } = await gateway.graphql(text, { key })
  expect(json.errors).toBeUndefined()
  return json.data.portfolio.assets.nodes
}

test('the dashboard of the guide is read by one request, and from the store after it', async () => {
  const app = new Application(gateway, credentials['a partner'] ?? '')
  const variables = { client: clientId, today: '2026-04-01', from: '2026-01-01', to: '2026-04-01' }
  expect(await app.read(DASHBOARD, variables)).toBe(1)
  const { data } = app.answers[0]
  expect(app.stored(DASHBOARD, variables)).toMatchObject({ isMissingData: false, data })
  expect(await app.read(DASHBOARD, variables)).toBe(0)
  expect(app.reported).toEqual([])
})

const first = () => ({ clientId, first: 7, after: null })
const others = () => ({ clientId, first: 100 })
const nodesOf = ({ assets }: Json): Json[] => assets.edges.map(({ node }: Json) => node)

/** A document with a connection, and where the store has what it merged. */
interface Listing {
  readonly query: typeof LIST
  readonly merged: (app: Application) => Json
}
const LISTED: Listing = {
  query: LIST,
  merged: (app) => app.part(LIST_OF_PORTFOLIO, app.stored(LIST, first()).data.portfolio).data,
}
const EVERY: Listing = {
  query: EVERY_FIELD.pages,
  merged: (app) => app.stored(EVERY_FIELD.pages, first()).data.portfolio,
}
const OF_GUIDE: Listing = {
  query: MORE_QUERY,
  merged: (app) => app.part(GUIDE_FRAGMENT, app.stored(GUIDE_QUERY, first()).data).data.portfolio,
}

/**
 * Reads a list in pages of seven, and gives the number of requests. As with usePaginationFragment, only the first page
 * can come from the store.
 */
async function walk(app: Application, { query, merged }: Listing): Promise<number> {
  let requests = await app.read(query, first())
  for (let page = 2; merged(app).assets.pageInfo.hasNextPage && page <= COUNT; page++) {
    const after = merged(app).assets.pageInfo.endCursor
    requests += await app.read(query, { ...first(), after }, 'network-only')
  }
  return requests
}

/** The data that the store gives for each asset, by each of the three documents. */
function storedAssets(app: Application) {
  const parts = nodesOf(LISTED.merged(app)).map((node) => app.part(ASSET, node))
  const every = app.stored(EVERY_FIELD.pages, first())
  const other = app.stored(OTHER_FIELDS, others())
  return {
    every: nodesOf(EVERY.merged(app)),
    subsets: [parts.map(({ data }) => data), nodesOf(other.data.portfolio)],
    missing: [...parts, every, other].filter(({ isMissingData }) => isMissingData),
  }
}

const READS: Record<string, (app: Application) => Promise<number>> = {
  list: (app) => walk(app, LISTED),
  other: (app) => app.read(OTHER_FIELDS, others()),
  every: (app) => walk(app, EVERY),
}

describe.each(['a partner', 'a session', 'a token'])('%s', (who) => {
  test.each([
    ['list', 'other', 'every'],
    ['every', 'other', 'list'],
    ['other', 'list', 'every'],
  ])('has each asset as a plain read gives it, after %s, %s, %s', async (...order) => {
    const key = credentials[who] ?? ''
    const app = new Application(gateway, key)
    for (const name of order) await READS[name]?.(app)
    const plain = await plainAssets(key)
    const { every, subsets, missing } = storedAssets(app)
    expect(plain).toHaveLength(COUNT)
    expect(every).toEqual(plain)
    for (const subset of subsets) expect(plain).toMatchObject(subset)
    expect([missing, app.reported]).toEqual([[], []])
  })

  test('reads nothing twice, and more pages as the guide shows', async () => {
    const app = new Application(gateway, credentials[who] ?? '')
    for (const read of Object.values(READS)) expect(await read(app)).toBeGreaterThan(0)
    expect(await app.read(LIST, first())).toBe(0)
    expect(await app.read(OTHER_FIELDS, others())).toBe(0)
    expect(await app.read(EVERY_FIELD.pages, first())).toBe(0)
    expect(await app.read(GUIDE_QUERY, first())).toBe(1)
    expect(await walk(app, OF_GUIDE)).toBe(2)
    expect(nodesOf(OF_GUIDE.merged(app))).toHaveLength(COUNT)
  })
})

/** So many assets with every block, no two of them with the same values. */
function fullAssets(count: number): Records {
  const vault = { type: 'collection', ref: 'vault', name: 'Vault' }
  return [vault, ...Array.from({ length: count }, (_, i) => [asset(i), ...ofAsset(i)]).flat()]
}

function asset(i: number) {
  return {
    ...{ type: 'asset', ref: `a${i}`, title: `Asset ${i}`, category: i % 2 ? 'watches' : 'coins' },
    ...{ quantity: String(i + 1), market_value: String(1000 + i), valued_at: '2026-03-01' },
    ...{ purchase_price: String(500 + i), insurance_value: String(2000 + i) },
    ...{ description: `Described ${i}`, notes: `Note ${i}`, seller: `Dealer ${i}` },
    ...{ storage_location: `Box ${i}`, collections: ['vault'] },
    heirs: [
      { name: `Bea ${i}`, relationship: 'daughter', share_percent: String(60 + i) },
      { name: 'Cy', share_percent: '10' },
    ],
    share_links: [{ label: `Insurer ${i}`, expires_at: '2100-01-01' }],
    readiness: { score: 40 + i, gaps: [`gap_${i}`] },
    verification: {
      status: 'verified',
      risk_score: i,
      tamper_state: 'intact',
      scans: Array.from({ length: i + 1 }, (_, at) => ({
        scanned_at: `2026-01-${String(at + 1).padStart(2, '0')}`,
        method: 'nfc',
        result: `match_${i}`,
      })),
    },
  }
}

// The number of documents differs, and with it how complete they are.
function ofAsset(i: number): Records {
  const values = { value: String(700 + i), source: 'purchase', valued_at: '2025-06-01' }
  const types = ['invoice', 'certificate', 'appraisal'].slice(0, i % 4)
  return [
    { type: 'valuation', asset: `a${i}`, ...values },
    ...types.map((document_type) => ({
      ...{ type: 'document', asset: `a${i}`, ref: `${document_type}${i}`, document_type },
      title: `${document_type} ${i}`,
    })),
  ]
}
