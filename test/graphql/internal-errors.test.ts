import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSecret } from '../../src/access/secret.ts'
import { connect } from '../../src/database/client.ts'
import { toGatewayError } from '../../src/errors.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const CANARY = 'canary-9f2e7c41'
const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.pool, 'query')

afterEach(() => {
  statements.mockReset()
})

async function granted() {
  const asset = { type: 'asset', ref: 'a', title: 'A', category: 'art' }
  const clientId = await clientWith(database, [asset])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  return { clientId, key: secret }
}

/** From now on, every statement after the first `count` fails. */
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
  test('is sent as internal_error, without its cause', async () => {
    const { clientId, key } = await granted()
    failAfter(2, broken())
    const query = `{ viewer { kind } portfolio(clientId: "${clientId}") { currency assets { nodes { id } } } }`
    const { json, status, text, headers } = await gateway.graphql(query, { key })
    expect(status).toBe(200)
    expect(json.data).toEqual({
      viewer: { kind: 'partner' },
      portfolio: { currency: 'USD', assets: null },
    })
    expect(json.errors).toEqual([
      {
        message: expect.stringContaining('request id'),
        locations: expect.any(Array),
        path: ['portfolio', 'assets'],
        extensions: {
          code: 'internal_error',
          type: 'api_error',
          request_id: headers.get('X-Request-Id'),
        },
      },
    ])
    expect(text).not.toMatch(/canary|TypeError|\.ts|node_modules/)
  })

  test('is logged once, with its cause and the request id', async () => {
    const { clientId, key } = await granted()
    failAfter(1, broken())
    const before = gateway.log.length
    const reply = await gateway.graphql(`{ portfolio(clientId: "${clientId}") { currency } }`, {
      key,
    })
    const logged = gateway.log.slice(before).filter((line) => line.includes('"internal error"'))
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 50,
      request_id: reply.headers.get('X-Request-Id'),
      code: 'internal_error',
      err: { type: 'TypeError' },
    })
  })

  test('during the identification of the caller is a 500', async () => {
    const { key } = await granted()
    failAfter(0, broken())
    const { json, status, text } = await gateway.graphql('{ viewer { kind } }', { key })
    expect([status, json.errors[0].extensions.code]).toEqual([500, 'internal_error'])
    expect(text).not.toMatch(/canary|TypeError/)
  })

  test('an error of the caller is not an internal error', async () => {
    const { key } = await granted()
    const before = gateway.log.length
    await gateway.graphql('{ nope }', { key })
    await gateway.graphql('{ portfolio(clientId: "x") { currency } }', { key })
    await gateway.graphql('{ viewer { kind } }', { key: 'nonsense' })
    const levels = gateway.log.slice(before).map((line) => JSON.parse(line).level)
    expect(levels).toEqual([30, 30, 30])
  })
})

describe('a database that is lost during a resolver', () => {
  test('is service_unavailable, over GraphQL and REST', async () => {
    const { clientId, key } = await granted()
    failAfter(1, down())
    const { json } = await gateway.graphql(`{ portfolio(clientId: "${clientId}") { currency } }`, {
      key,
    })
    expect(json.data).toEqual({ portfolio: null })
    expect(json.errors).toMatchObject([{ extensions: { code: 'service_unavailable' } }])
    statements.mockReset()
    failAfter(1, down())
    const reply = await gateway.request(`/api/v1/assets?client_id=${clientId}`, { key })
    expect([reply.status, reply.json.error.code]).toEqual([503, 'service_unavailable'])
    expect(reply.headers.get('Retry-After')).toMatch(/^\d+$/)
  })
})

describe('an unreachable database', () => {
  const unreachable = connect({ host: '127.0.0.1', port: 1, user: 'x' }, { onError: () => {} })
  const cut = testGateway({ database: unreachable })
  const { secret } = createSecret('production')
  const token = createSecret('token').secret

  test('is a 503 with Retry-After on every path', async () => {
    for (const [path, key] of [
      ['/api/v1/assets?client_id=user_x', secret],
      ['/graphql?query={viewer{kind}}', secret],
      ['/graphql?query={viewer{kind}}', token],
      ['/plants', token],
    ] as const) {
      const reply = await cut.request(path, { key })
      expect(reply.status, path).toBe(503)
      expect(reply.headers.get('Retry-After')).toMatch(/^\d+$/)
      expect(reply.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|:1\b/)
    }
  })

  test('does not affect introspection', async () => {
    const { status } = await cut.graphql('{ __schema { queryType { name } } }')
    expect(status).toBe(200)
  })
})

test('a database that closes every connection is a 503', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const pool = connect({ host: '127.0.0.1', port, user: 'x' }, { onError: () => {} })
  const thrown = await pool.pool.query('SELECT 1').catch((error) => error)
  expect(toGatewayError(thrown).code).toBe('service_unavailable')
  await pool.close()
  server.close()
})
