import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ASSET_FILTER_TYPES,
  type AssetFilterType,
  createAssetFilter,
  filterValues,
} from '../../src/access/asset-filter.ts'
import {
  choiceFromGrant,
  filterInputFromGrant,
} from '../../src/portal/client/terms/grant-choice.ts'
import { toFilterInput } from '../../src/portal/client/terms/terms.ts'
import {
  FILTER_TYPES,
  formatFilter,
  formatFilterCount,
} from '../../src/portal/words/asset-filter.ts'
import { coin } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const RECORDS = [
  { type: 'collection', ref: 'v', name: 'Vault' },
  coin('a'),
  coin('b', { collections: ['v'] }),
  coin('w', { category: 'watches' }),
]
const REFS = ['a', 'b', 'w']

interface Example {
  readonly values: (named: Record<string, string>) => readonly (string | undefined)[]
  /** Which assets the filter shows. */
  readonly shown: readonly string[]
  /** The filter as the client and as the firm read it. */
  readonly labels: readonly [client: string, firm: string]
}

const EXAMPLES: Readonly<Record<AssetFilterType, Example>> = {
  all: {
    values: () => [],
    shown: REFS,
    labels: ['All assets, including those added later', 'All assets'],
  },
  category: {
    values: () => ['coins'],
    shown: ['a', 'b'],
    labels: ['Everything in Coins', '1 category'],
  },
  items: { values: ({ w }) => [w], shown: ['w'], labels: ['1 chosen asset: w', '1 asset'] },
  collection: {
    values: ({ vault }) => [vault],
    shown: ['b'],
    labels: ['The collection “Vault”', 'One collection'],
  },
}

const GRANT = `query ($id: ID!) { grant(id: $id) {
  state expiresAt scopes key { scopes } filter { type count values { id: value label } } } }`
const PREVIEW = `query ($id: ID!, $filter: GrantFilterInput!) {
  grantPreview(grantId: $id, scopes: [registry], filter: $filter) { assetCount example { title } } }`

const gateway = testGateway()
const { database } = gateway

test('there is an example of every type', () => {
  expect(Object.keys(EXAMPLES)).toEqual(ASSET_FILTER_TYPES)
  expect(Object.keys(FILTER_TYPES)).toEqual(ASSET_FILTER_TYPES)
})

test.each([
  ['docs/glossary.md', '- **asset filter**'],
  ['docs/guide/clients.md', '| `asset_filter` |'],
])('%s names every type', (file, row) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.find((each) => each.startsWith(row)) ?? ''
  for (const type of ASSET_FILTER_TYPES) expect(line).toContain(`\`${type}\``)
})

describe.each(ASSET_FILTER_TYPES)('the filter type %s is known', (type) => {
  const { values, shown, labels } = EXAMPLES[type]
  let clientId = ''
  let ids: Record<string, string> = {}
  let filter = createAssetFilter('items', [])
  let reader = { secret: '', grantId: '' }
  let session = ''

  beforeAll(async () => {
    clientId = await clientWith(database, RECORDS)
    ids = await registryIds(database, clientId)
    const vault = await database.prisma.collection.findFirstOrThrow({ where: { clientId } })
    const named = values({ ...ids, vault: vault.id }).map((value) => value ?? '')
    filter = createAssetFilter(type, named)
    reader = await readerOf(database, clientId, { filter })
    session = await sessionOf(database, clientId)
  })

  const path = (rest = '') => `/api/v1/assets${rest}?client_id=${clientId}`
  const get = (url: string) => gateway.request(url, { key: reader.secret })
  const ask = async (query: string, variables = {}) => {
    const call = { key: session, variables: { id: reader.grantId, ...variables } }
    const { json } = await gateway.graphql(query, call)
    expect(json.errors).toBeUndefined()
    return json.data
  }

  test('to the list of REST', async () => {
    const { json, status } = await get(path())
    expect(status).toBe(200)
    const titles = json.data.map(({ title }: { title: string }) => title)
    expect(titles.sort()).toEqual(shown)
    expect(json.grant.asset_filter).toBe(type)
  })

  test('to a single asset of REST', async () => {
    const visible = async (ref: string) => (await get(path(`/${ids[ref]}`))).status
    for (const ref of REFS) expect(await visible(ref)).toBe(shown.includes(ref) ? 200 : 403)
  })

  test('to the preview', async () => {
    const given = { type, values: filterValues(filter) }
    const { grantPreview } = await ask(PREVIEW, { filter: given })
    expect(grantPreview.assetCount).toBe(shown.length)
    expect(shown).toContain(grantPreview.example.title)
  })

  test('to the labels and the choice of the portal', async () => {
    const { grant } = await ask(GRANT)
    expect(grant.filter.type).toBe(type)
    expect([formatFilter(grant.filter), formatFilterCount(grant.filter)]).toEqual(labels)
    const chosen = toFilterInput(choiceFromGrant(grant).filter)
    expect({ values: [], ...chosen }).toEqual(filterInputFromGrant(grant.filter))
  })

  test('to a delta, which reports what was removed', async () => {
    const { as_of } = (await get(path())).json.sync
    const all = REFS.map((ref) => ({ type: 'removal', asset: ref }))
    await importRecords(database, clientId, all)
    const { json, status } = await get(`${path()}&updated_since=${as_of}`)
    expect(status).toBe(200)
    const removed = json.sync.removed.map(({ registry_id }: { registry_id: string }) => registry_id)
    expect(removed.sort()).toEqual(shown.map((ref) => ids[ref]).sort())
  })
})
