import { getNamedType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseScopes, SCOPES, type Scope } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { importRecords } from '../support/portfolio.ts'
import { words } from '../support/words.ts'
import { fullClient, grantedKey, WATCH } from './fixtures.ts'
import { filledFields, objectType, selectAll } from './full-selection.ts'
import {
  CATEGORY_FIELDS,
  OF_NO_PORTFOLIO,
  REST_ASSET,
  REST_SUMMARY,
  VISIBILITY,
} from './visibility.table.ts'
import { shownFields } from './visibility.ts'

const gateway = testGateway()
const { database } = gateway
let client = { clientId: '', registryId: '' }

beforeAll(async () => {
  client = await fullClient(database)
})

function tableLines(): string[] {
  const lines = new Map<string, Scope[]>()
  for (const [type, byScope] of Object.entries(VISIBILITY)) {
    for (const scope of SCOPES) {
      for (const field of words(byScope[scope] ?? '').filter(Boolean))
        lines.set(`${type}.${field}`, [...(lines.get(`${type}.${field}`) ?? []), scope])
    }
  }
  for (const name of CATEGORY_FIELDS) lines.set(name, ['category_detail'])
  return [...lines].map(([name, scopes]) => `${name}: ${scopes.join(' ')}`).sort()
}

function visibleFieldsOf(scopes: readonly Scope[]): string[] {
  const shown = Object.entries(VISIBILITY).flatMap(([type, byScope]) =>
    scopes.flatMap((scope) =>
      words(byScope[scope] ?? '')
        .filter(Boolean)
        .map((field) => `${type}.${field}`),
    ),
  )
  return [...new Set(shown)].sort()
}

describe('the table', () => {
  test('has every field of a portfolio, with the scope that its field states', () => {
    const stated = [...shownFields(schema)].map(([name, scopes]) => `${name}: ${scopes.join(' ')}`)
    expect(tableLines()).toEqual(stated.sort())
  })

  test('and the other list together have every field there is', () => {
    const listed = Object.entries(OF_NO_PORTFOLIO).flatMap(([type, fields]) =>
      words(fields).map((field) => `${type}.${field}`),
    )
    const all = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
    expect([...listed, ...shownFields(schema).keys()].sort()).toEqual(all.sort())
  })

  test('no type of a portfolio is reached but through a portfolio', () => {
    for (const name of Object.keys(OF_NO_PORTFOLIO)) {
      const below = Object.values(objectType(schema, name).getFields()).map(
        ({ type }) => getNamedType(type).name,
      )
      const shown = below.filter(
        (type) => type in VISIBILITY && type !== 'Portfolio' && type !== 'PageInfo',
      )
      // A preview shows the blocks of the reader's own asset as a partner would have them.
      const blocks = Object.keys(VISIBILITY).filter((type) => /^Asset[A-Z]\w+[a-z]$/.test(type))
      expect(shown.filter((type) => name !== 'AssetPreview' || !blocks.includes(type))).toEqual([])
    }
  })
})

const SETS: readonly (readonly Scope[])[] = [
  SCOPES,
  ...SCOPES.map((scope) => parseScopes([scope])),
  ...SCOPES.slice(1).map((left) => SCOPES.filter((scope) => scope !== left)),
]

describe.each(
  SETS.map((scopes) => [scopes.join(' '), scopes] as const),
)('with %s', (_name, scopes) => {
  let key = ''
  let since = ''
  // After the grant an asset is removed, and another changed: both are in a delta.
  beforeAll(async () => {
    const { clientId } = client
    key = await grantedKey(database, clientId, scopes)
    const reply = await gateway.request(`/api/v1/assets?client_id=${clientId}&page_size=100`, {
      key,
    })
    since = reply.json.sync.as_of
    const gone = { type: 'asset', ref: 'gone', title: 'Gone', category: 'coins' }
    await importRecords(database, clientId, [gone])
    await importRecords(database, clientId, [{ type: 'removal', asset: 'gone' }])
    await importRecords(database, clientId, [{ ...WATCH, title: `Watch ${scopes.join(' ')}` }])
  })

  test('GraphQL shows exactly what the table says', async () => {
    const portfolio = objectType(schema, 'Portfolio')
    const selection = selectAll(portfolio, {
      'Portfolio.asset': `(registryId: "${client.registryId}")`,
      'Portfolio.assets': `(first: 10, filter: { updatedSince: "${since}" })`,
    })
    const { json } = await gateway.graphql(
      `{ portfolio(clientId: "${client.clientId}")${selection} }`,
      { key },
    )
    expect(json).not.toHaveProperty('errors')
    expect([...filledFields(portfolio, json.data.portfolio)].sort()).toEqual(
      visibleFieldsOf(scopes),
    )
  })

  test('REST shows exactly what the table says', async () => {
    const read = (path: string) =>
      gateway.request(`/api/v1${path}?client_id=${client.clientId}`, { key })
    const { registryId } = client
    const blocks = scopes.flatMap((scope) => REST_ASSET[scope]).sort()
    const one = await read(`/assets/${registryId}`)
    expect(Object.keys(one.json.data).sort()).toEqual(blocks)
    const list = await read('/assets')
    expect(Object.keys(list.json.data[0]).sort()).toEqual(blocks)
    const { json } = await read('/portfolio/summary')
    const sums = scopes.flatMap((scope) => REST_SUMMARY[scope] ?? [])
    expect(Object.keys(json.data).sort()).toEqual(sums.sort())
    const statuses = [
      await read(`/assets/${registryId}/valuations`),
      await read(`/assets/${registryId}/documents`),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([
      scopes.includes('valuation') ? 200 : 403,
      scopes.includes('documentation') ? 200 : 403,
    ])
  })
})
