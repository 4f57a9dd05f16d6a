import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/database/client.ts'
import { schema } from '../../src/graphql/schema.ts'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'

const CANARY = 'canary-9f2e7c41'
const gateway = testGateway()
const statements = vi.spyOn(gateway.serving.pool, 'query')

afterEach(() => {
  statements.mockReset()
})

// The scope has the fields that are refused below.
const reader = testReader(gateway, assets(1), { scopes: ['registry'] })

function failAfter(count: number, error: Error) {
  let started = 0
  const original = Object.getPrototypeOf(gateway.serving.pool).query.bind(gateway.serving.pool)
  statements.mockImplementation((...args: Parameters<typeof gateway.serving.pool.query>) =>
    started++ < count ? original(...args) : Promise.reject(error),
  )
}

const broken = () => Object.assign(new TypeError(`secret ${CANARY}`), { detail: CANARY })
const down = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('an unexpected error in a resolver', () => {
  test('is sent as internal_error without its cause, which is logged once', async () => {
    failAfter(2, broken())
    const before = gateway.log.length
    const query = `{ viewer { kind } portfolio(clientId: "${reader.clientId}") { currency assets { nodes { id } } } }`
    const { json, status, text, headers } = await gateway.graphql(query, reader)
    expect(status).toBe(200)
    expect(json.data).toEqual({
      viewer: { kind: 'partner' },
      portfolio: { currency: 'USD', assets: null },
    })
    const request_id = headers.get('X-Request-Id')
    const message = expect.stringContaining('request id')
    expect(json.errors).toEqual([
      {
        ...{ message, locations: expect.any(Array), path: ['portfolio', 'assets'] },
        extensions: { code: 'internal_error', type: 'api_error', request_id },
      },
    ])
    expect(text).not.toMatch(/canary|TypeError|\.ts|node_modules/)
    const logged = gateway.log.slice(before).filter((line) => line.includes('"internal error"'))
    expect(logged).toHaveLength(1)
    const error = { level: 50, request_id, code: 'internal_error', err: { type: 'TypeError' } }
    expect(JSON.parse(logged[0] ?? '')).toMatchObject(error)
  })

  test('during the identification of the caller is a 500', async () => {
    failAfter(0, broken())
    const { json, status, text } = await gateway.graphql('{ viewer { kind } }', reader)
    expect([status, json.errors[0].extensions.code]).toEqual([500, 'internal_error'])
    expect(text).not.toMatch(/canary|TypeError/)
  })

  test('an error of the caller is not an internal error', async () => {
    const before = gateway.log.length
    await gateway.graphql('{ nope }', reader)
    await gateway.graphql('{ portfolio(clientId: "x") { currency } }', reader)
    await gateway.graphql('{ viewer { kind } }', { key: 'nonsense' })
    const levels = gateway.log.slice(before).map((line) => JSON.parse(line).level)
    expect(levels).toEqual([30, 30, 30])
  })
})

test('a database that is lost during a resolver is service_unavailable', async () => {
  failAfter(1, down())
  const { json } = await reader.ask('id')
  expect(json.data).toEqual({ portfolio: null })
  expect(json.errors).toMatchObject([{ extensions: { code: 'service_unavailable' } }])
})

// Requests that need the database: test/serve/outage.test.ts.
const unreachable = connect({ host: '127.0.0.1', port: 1, user: 'x' }, { onError: () => {} })
const cut = testGateway({ database: unreachable })

test('an unreachable database does not affect introspection', async () => {
  const { status } = await cut.graphql('{ __schema { queryType { name } } }')
  expect(status).toBe(200)
})

describe('a limit that is reached beside data', () => {
  test('says when to try again, in the error and in the header', async () => {
    const text = '{ viewer { kind } portfolioTotals(first: 1) { portfolioCount } }'
    let reply = await gateway.graphql(text, reader)
    expect(reply.headers.get('Retry-After')).toBeNull()
    for (let i = 0; i < 60 && !reply.json.errors; i++) reply = await gateway.graphql(text, reader)
    const [error, ...more] = reply.json.errors
    const data = { viewer: { kind: 'partner' }, portfolioTotals: null }
    expect([reply.status, reply.json.data, more]).toEqual([200, data, []])
    expect(error.extensions).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(error.extensions.retry_after).toBeGreaterThan(0)
    expect(reply.headers.get('Retry-After')).toBe(String(error.extensions.retry_after))
    expect(error.message).toContain(`Wait ${error.extensions.retry_after} s`)
  })

  test('an error without a wait has none', async () => {
    const { json, headers } = await gateway.graphql('{ portfolio(clientId: "x") { id } }', reader)
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
    const { json } = await reader.ask(`summary { assetCount } ${field}`)
    expect(json.data.portfolio).toEqual({ summary: { assetCount: 1 }, assets: null })
    expect(json.errors).toMatchObject([{ path: ['portfolio', 'assets'], extensions: { code } }])
  }
})

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
