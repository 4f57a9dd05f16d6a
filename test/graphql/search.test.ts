import { describe, expect, test } from 'vitest'
import { isPartOfRegistryId } from '../../src/values/ids.ts'
import { outcomesOf } from '../support/tables.ts'
import { codeOf, dataOf, portalGateway } from './portal/fixtures.ts'

const { gateway, fixtures: of } = portalGateway()

const SEARCH = `query ($clientId: ID!, $filter: AssetListing, $first: Int, $after: String) {
  portfolio(clientId: $clientId) { assets(filter: $filter, first: $first, after: $after) {
    totalCount sync { asOf } nodes { title } pageInfo { hasNextPage endCursor } } } }`

const ask = (filter: object, key = of.bearer.client, page: object = {}) =>
  gateway.graphql(SEARCH, { key, variables: { clientId: of.clientId, filter, ...page } })

async function titles(search: string, others: object = {}) {
  const variables = { clientId: of.clientId, filter: { search, ...others } }
  const { assets } = (await dataOf(gateway, of.bearer.client, SEARCH, variables)).portfolio
  expect(assets.totalCount).toBe(assets.nodes.length)
  return assets.nodes.map(({ title }: { title: string }) => title).sort()
}

const ALL = ['Diver 300 % steel', 'Seascape_blue', 'Thaler']

describe('a search of the own assets', () => {
  test('finds a part of a title in any case, without wildcards', async () => {
    const found = {
      DIVER: ['Diver 300 % steel'],
      '  thal ': ['Thaler'],
      'ory-': ALL,
      '': ALL,
      '%': ['Diver 300 % steel'],
      _: ['Seascape_blue'],
      '\\': [],
      "' OR true --": [],
    }
    expect(await outcomesOf(found, (_, search) => titles(search))).toEqual(found)
  })

  test('finds a registry id, and stays within the other filters', async () => {
    const id = (of.ids.sea ?? '').toLowerCase()
    for (const at of id.split('').keys()) {
      for (let end = id.length; end > at; end--)
        expect(isPartOfRegistryId(id.slice(at, end)), id.slice(at, end)).toBe(true)
    }
    expect(isPartOfRegistryId('rolex')).toBe(false)
    expect(await titles(id.slice(2))).toEqual(['Seascape_blue'])
    expect(await titles('e', { category: 'coins' })).toEqual(['Thaler'])
    expect(await titles('e', { minValue: '1000' })).toEqual(['Diver 300 % steel'])
  })

  test('starts no delta sync, unlike the whole list', async () => {
    expect((await ask({ search: 'thaler' })).json.data.portfolio.assets.sync.asOf).toBeNull()
    expect((await ask({})).json.data.portfolio.assets.sync.asOf).toEqual(expect.any(String))
  })

  test('is rejected where nothing can be looked for', async () => {
    for (const filter of [
      { search: 'x'.repeat(201) },
      { search: 'a\ud800' },
      { search: 'a', updatedSince: '2020-01-01T00:00:00Z' },
      { underinsured: true, updatedSince: '2020-01-01T00:00:00Z' },
    ])
      expect(codeOf(await ask(filter))).toBe('invalid_parameter')
  })
})
