import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let [clientId, key] = ['', '']

beforeAll(async () => {
  const watch = {
    ...{ type: 'asset', ref: 'w', title: 'Diver', category: 'watches', market_value: '20.00' },
    category_detail: { brand: 'Aurel', year: 1969 },
    description: 'Steel "1969" \u2028',
    heirs: [{ name: 'A', relationship: null, share_percent: 12.5 }],
    verification: { scans: [{ scanned_at: '2026-01-01', method: 'nfc', result: 'match' }] },
  }
  clientId = await clientWith(database, [
    watch,
    { type: 'asset', ref: 'a', title: 'Seascape', category: 'art' },
  ])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, {
    scopes: ['valuation', 'detail', 'category_detail', 'documentation', 'estate', 'verification'],
  })
  key = secret
})

// An argument below a block makes the executor run each member.
const BY_MEMBER =
  'other: portfolio(clientId: $id) { assets(first: 1) { nodes { verification { scans(first: 1) { id } } } } }'

const SELECTIONS = {
  'every kind of member':
    'valuation { id marketValue { amount currency } insuranceValue { amount } valuedAt } detail { description notes collections { id } } documentation { completenessScore } estate { heirs { id name sharePercent } readiness { gaps } } verification { scanCount scans { id scannedAt } }',
  'aliases that are names of an object':
    'detail { __proto__: description constructor: notes toString: id } estate { __proto__: readiness { __proto__: gaps } }',
  'names of types': '__typename detail { __typename collections { __typename } name: __typename }',
  'one block in two places':
    'detail { notes } ...More detail { id } ... on Asset { detail { seller } }',
  'a type that depends on the asset':
    'categoryDetail { category ... on WatchesDetail { brand year } ... on ArtDetail { medium } ... on CategoryDetail { members } }',
  'members that are left out':
    'detail { id @skip(if: $yes) notes @include(if: $yes) seller @include(if: $no) ... @skip(if: $no) { storageLocation } } estate @skip(if: $yes) { id }',
}
const MORE = 'fragment More on Asset { detail { text: description } }'

test.each(
  Object.entries(SELECTIONS),
)('the members of a block are those that the executor gives: %s', async (_name, selection) => {
  const run = async (second: string) => {
    const nodes = `nodes { title ${selection} ...More @skip(if: $yes) ...More @include(if: $no) }`
    const query = `query ($id: ID!, $yes: Boolean = true, $no: Boolean = false) { portfolio(clientId: $id) { assets { ${nodes} } } ${second} } ${MORE}`
    const response = await gateway.graphql(query, { key, variables: { id: clientId } })
    expect(response.json.errors).toBeUndefined()
    return JSON.stringify(response.json.data.portfolio)
  }
  const leaves = await run('')
  expect(leaves).toBe(await run(BY_MEMBER))
  expect(leaves).toContain('Diver')
})
