import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { codeOf } from './portal/fixtures.ts'

// The members of the blocks of an asset: which way they are read, what a category has, how many scans are shown.
const STONE = { stone: 'diamond', carat: '0.5' }
const DETAILS = {
  watches: { brand: 'Aurel', year: 1969, box: true },
  jewelry: { purity: '0.75', stones: [STONE] },
  other: { attributes: { toString: 'y' } },
}
const instants = (count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString())
const SCANS: Readonly<Record<string, number>> = { watches: 30, jewelry: 3, other: 0 }
const RECORDS = Object.entries(DETAILS).map(([category, category_detail]) => ({
  ...{ type: 'asset', ref: category, title: category, category, category_detail },
  ...{ market_value: '20.00', description: 'Steel "1969" \u2028' },
  heirs: [{ name: 'A', relationship: null, share_percent: 12.5 }],
  verification: {
    scans: instants(SCANS[category] ?? 0).map((scanned_at) => ({
      ...{ scanned_at, method: 'nfc', result: 'match' },
    })),
  },
}))

const gateway = testGateway()
const reader = testReader(gateway, RECORDS)

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

test('the members of a block are those that the executor gives', async () => {
  for (const [what, selection] of Object.entries(SELECTIONS)) {
    const run = async (second: string) => {
      const nodes = `nodes { title ${selection} ...More @skip(if: $yes) ...More @include(if: $no) }`
      const query = `query ($id: ID!, $yes: Boolean = true, $no: Boolean = false) { portfolio(clientId: $id) { assets { ${nodes} } } ${second} } ${MORE}`
      const variables = { id: reader.clientId }
      const response = await gateway.graphql(query, { ...reader, variables })
      expect(response.json.errors).toBeUndefined()
      return JSON.stringify(response.json.data.portfolio)
    }
    const leaves = await run('')
    expect(leaves, what).toBe(await run(BY_MEMBER))
    expect(leaves).toContain('jewelry')
  }
})

async function nodesOf(selection: string) {
  const { json } = await reader.ask(`assets(first: 3) { nodes { title ${selection} } }`)
  expect(json.errors).toBeUndefined()
  const nodes: { title: string }[] = json.data.portfolio.assets.nodes
  return Object.fromEntries(nodes.map(({ title, ...node }) => [title, node]))
}

test('members are selected by the type of the category, and are null where they are not known', async () => {
  const selected = `categoryDetail { __typename
    ... on WatchesDetail { brand year box papers }
    ... on JewelryDetail { purity stones { stone carat cut } }
    ... on OtherDetail { attributes { name value } } }`
  const found = {
    watches: { __typename: 'WatchesDetail', ...DETAILS.watches, papers: null },
    jewelry: { __typename: 'JewelryDetail', purity: '0.75', stones: [{ ...STONE, cut: null }] },
    other: { __typename: 'OtherDetail', attributes: [{ name: 'toString', value: 'y' }] },
  }
  const expected = Object.entries(found).map(([name, categoryDetail]) => [name, { categoryDetail }])
  expect(await nodesOf(selected)).toEqual(Object.fromEntries(expected))
})

test('the newest scans are shown, ten unless more or fewer are asked for', async () => {
  for (const [args, most] of [
    ['', 10],
    ['(first: null)', 10],
    ['(first: 1)', 1],
    ['(first: 11)', 11],
    ['(first: 1000)', 30],
  ] as const) {
    const selection = `verification { scanCount scans${args} { scannedAt } }`
    const expected = Object.entries(SCANS).map(([title, scanCount]) => {
      const newest = instants(scanCount).reverse().slice(0, most)
      const scans = newest.map((scannedAt) => ({ scannedAt }))
      return [title, { verification: { scanCount, scans } }]
    })
    expect(await nodesOf(selection), args).toEqual(Object.fromEntries(expected))
    const alone = await reader.ask(`asset(registryId: "${reader.ids.watches}") { ${selection} }`)
    expect(alone.json.data.portfolio.asset, args).toEqual(Object.fromEntries(expected).watches)
  }
  const codeOfFirst = async (first: number) =>
    codeOf(await reader.ask(`assets { nodes { verification { scans(first: ${first}) { id } } } }`))
  for (const first of [0, -1]) expect(await codeOfFirst(first)).toBe('invalid_parameter')
  expect(await codeOfFirst(1001)).toBe('document_too_costly')
})
