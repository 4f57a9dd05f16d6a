import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'

const owner = testDatabase()
const turnLimits = { running: 1, turnMs: 60_000, patienceMs: 100 }
const gateway = testGateway({ database: owner, turnLimits })
let client = ''
let key = ''
let token = ''

beforeAll(async () => {
  client = await clientWith(owner, [{ type: 'asset', ref: 'a', title: 'Gold bar', category: 'PM' }])
  const { id, secret } = await keyWith(owner)
  await grantWith(owner, id, client)
  key = secret
  token = await tokenOf(owner, client)
})

const assets = (query = '') =>
  gateway.request(`/api/v1/assets?client_id=${client}${query}`, { key })

// One request waits for a locked table, and has the only turn.
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const locking = await owner.pool.connect()
  await locking.query('BEGIN; LOCK TABLE assets IN ACCESS EXCLUSIVE MODE')
  const first = assets('&page=2')
  try {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return await work()
  } finally {
    await locking.query('ROLLBACK')
    locking.release()
    expect((await first).status).toBe(200)
  }
}

describe('while the gateway has as much work as it can do', () => {
  test('a request that waits too long is refused, in the form of its area', async () => {
    const [rest, plants, graphql] = await whileBusy(() =>
      Promise.all([
        gateway.request(`/api/v1/assets?client_id=${client}`, {
          key,
          headers: { 'X-Request-Id': 'of-the-caller' },
        }),
        gateway.request('/plants', { key: token }),
        gateway.graphql('{ viewer { id } }', { key }),
      ]),
    )
    for (const { status, headers } of [rest, plants, graphql]) {
      expect(status).toBe(503)
      expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
      expect(headers.get('X-Request-Id')).toBeTruthy()
      expect(headers.get('X-RateLimit-Limit')).toBeTruthy()
    }
    expect(rest.json.error).toMatchObject({
      type: 'api_error',
      code: 'service_unavailable',
      request_id: 'of-the-caller',
    })
    expect(plants.json).toEqual({ error: 503, message: rest.json.error.message })
    expect(graphql.json.errors[0].extensions).toMatchObject({
      code: 'service_unavailable',
      request_id: graphql.headers.get('X-Request-Id'),
    })
    expect(gateway.log.join('')).toContain('too many requests: some are refused')
    expect(gateway.log.join('')).not.toContain('internal error')
  })

  test('the checks of health are answered', async () => {
    const checks = () => Promise.all(['/healthz', '/readyz'].map((path) => gateway.request(path)))
    const replies = await whileBusy(checks)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  test('afterwards requests are served again', async () => {
    for (let turn = 0; turn < 3; turn++) expect((await assets()).status).toBe(200)
  })
})
