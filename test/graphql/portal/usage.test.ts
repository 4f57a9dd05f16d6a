import { beforeAll, describe, expect, test } from 'vitest'
import { addErrorCounts } from '../../../src/modules/usage/error.writes.ts'
import { addRequests } from '../../../src/modules/usage/request.writes.ts'
import { requestRow } from '../../modules/usage/request-row.ts'
import { testGateway } from '../../support/gateway.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

describe('the errors of a key', () => {
  test('have an id each', async () => {
    const at = new Date('2026-03-01T10:00:00Z')
    await addRequests(
      database.pool,
      ['r1', 'r2'].map((request_id) =>
        requestRow(fixtures.keyId, { id: request_id, at, request_id }),
      ),
    )
    const text = `{ apiKey(id: "${fixtures.keyId}") { recentErrors { id requestId } } }`
    const { apiKey } = await dataOf(gateway, fixtures.bearer.admin, text)
    expect(apiKey.recentErrors).toEqual(
      ['r2', 'r1'].map((requestId) => ({
        id: `${requestId}:2026-03-01T10:00:00.000Z:GET /api/v1/assets`,
        requestId,
      })),
    )
  })

  test('are counted by code, for its firm and staff alone', async () => {
    const { keyId, bearer } = fixtures
    const last = { lastAt: new Date('2026-03-02T10:00:00Z'), lastRequestId: 'r9' }
    const of = { keyId, endpoint: 'unknown', code: 'route_not_found', status: 404, requests: 7 }
    const day = Math.floor(Date.now() / 86_400_000) * 86_400_000
    await addErrorCounts(database.pool, [{ ...of, ...last, day }])
    const counts =
      'errorCounts(days: 2) { id code status requests lastAt lastEndpoint lastRequestId }'
    const text = `{ apiKey(id: "${keyId}") { ${counts} recentErrors(code: "route_not_found") { code } } }`
    for (const key of [bearer.admin, bearer.member, bearer.staff]) {
      const { apiKey } = await dataOf(gateway, key, text)
      expect(apiKey.errorCounts).toEqual([
        {
          id: `${keyId}:2:route_not_found`,
          code: 'route_not_found',
          status: 404,
          requests: 7,
          lastAt: '2026-03-02T10:00:00.000Z',
          lastEndpoint: 'unknown',
          lastRequestId: 'r9',
        },
      ])
      expect(apiKey.recentErrors).toEqual([])
    }
  })

  test('are explained where they cannot be read', async () => {
    for (const field of [
      ...['errorCounts(days: 0)', 'errorCounts(days: 91)', 'errorGroups(days: 91)'],
      ...['recentErrors(first: 0)', 'recentErrors(first: 51)', 'recentErrors(code: "")'],
      ...['recentErrors(code: "no_such_code")', `recentErrors(code: "x' OR true --")`],
    ]) {
      const text = `{ apiKey(id: "${fixtures.keyId}") { ${field} { code } } }`
      const reply = await gateway.graphql(text, { key: fixtures.bearer.admin })
      expect(codeOf(reply), field).toBe('invalid_parameter')
    }
  })
})

test('a day without requests has zeros', async () => {
  const { usage } = await dataOf(
    gateway,
    fixtures.bearer.admin,
    `{ usage(firmId: "${fixtures.firmId}", days: 3) { total days { date ok } } }`,
  )
  expect(usage.days).toHaveLength(3)
  expect(usage.days[2].date).toBe(new Date().toISOString().slice(0, 10))
})
