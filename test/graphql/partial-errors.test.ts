import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'Vase', category: 'art', market_value: '10' },
  ])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, { scopes: ['registry'] })
  key = secret
})

describe('a limit that is reached beside data', () => {
  test('says when to try again, in the error and in the header', async () => {
    const text = '{ viewer { kind } portfolioTotals(first: 1) { portfolioCount } }'
    let reply = await gateway.graphql(text, { key })
    expect(reply.headers.get('Retry-After')).toBeNull()
    for (let i = 0; i < 60 && !reply.json.errors; i++) reply = await gateway.graphql(text, { key })
    const [error, ...more] = reply.json.errors
    expect([reply.status, reply.json.data, more]).toEqual([
      200,
      { viewer: { kind: 'partner' }, portfolioTotals: null },
      [],
    ])
    expect(error.extensions).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(error.extensions.retry_after).toBeGreaterThan(0)
    expect(reply.headers.get('Retry-After')).toBe(String(error.extensions.retry_after))
    expect(error.message).toContain(`Wait ${error.extensions.retry_after} s`)
  })

  test('an error without a wait has none', async () => {
    const { json, headers } = await gateway.graphql('{ portfolio(clientId: "x") { id } }', { key })
    expect(json.errors[0].extensions).not.toHaveProperty('retry_after')
    expect(headers.get('Retry-After')).toBeNull()
    expect(headers.get('Link')).toContain(`#${json.errors[0].extensions.code}`)
  })
})

test('an error of authentication beside data has WWW-Authenticate', async () => {
  const { json, headers } = await gateway.graphql('{ __typename portfolios { nodes { id } } }')
  expect(json.data).toEqual({ __typename: 'Query', portfolios: null })
  expect(json.errors[0].extensions.type).toBe('authentication_error')
  expect(headers.get('WWW-Authenticate')).toBe('Bearer')
})

test('a refused argument makes its field null, and not the portfolio around it', async () => {
  for (const [field, code] of [
    ['assets(orderBy: { field: market_value }) { totalCount }', 'insufficient_scope'],
    ['assets(filter: { minValue: "1" }) { totalCount }', 'insufficient_scope'],
    ['assets(first: 1000) { totalCount }', 'invalid_parameter'],
    ['assets(after: "x") { totalCount }', 'invalid_parameter'],
  ] as const) {
    const text = `{ portfolio(clientId: "${clientId}") { summary { assetCount } ${field} } }`
    const { json } = await gateway.graphql(text, { key })
    expect(json.data.portfolio).toEqual({ summary: { assetCount: 1 }, assets: null })
    expect(json.errors).toMatchObject([{ path: ['portfolio', 'assets'], extensions: { code } }])
  }
})

describe('the fields of a portfolio', () => {
  test('each field with arguments below a portfolio can be null', () => {
    const seen = new Set<unknown>()
    const required: string[] = []
    const walk = (type: unknown) => {
      if (!isObjectType(type) || seen.has(type)) return
      seen.add(type)
      for (const { name, args, type: given } of Object.values(type.getFields())) {
        if (args.length > 0 && isNonNullType(given)) required.push(`${type.name}.${name}`)
        walk(getNamedType(given))
      }
    }
    walk(schema.getType('Portfolio'))
    expect(seen.size).toBeGreaterThan(10)
    expect(required).toEqual([])
  })
})
