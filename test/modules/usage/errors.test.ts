import { beforeEach, describe, expect, test } from 'vitest'
import { readErrorCounts, readRecentErrors } from '../../../src/modules/usage/error.reads.ts'
import { addErrorCounts } from '../../../src/modules/usage/error.writes.ts'
import { MAX_OF_KIND } from '../../../src/modules/usage/request-buffer.ts'
import { GATEWAYS } from '../../support/gateway-pair.ts'
import { countingGateway, NOON } from './recording.fixtures.ts'

const { gateway, time, begin, errorsOf, errorCountsOf, withoutQuota } = countingGateway()
const { pool } = gateway.database
const ALL = { limit: 10_000, code: null }
let clientId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, keyId, key } = await begin())
})

const path = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

test('a burst of rate-limited requests leaves the other errors, and is counted', async () => {
  await gateway.request(path('&no_such=1'), { key, headers: { 'X-Request-Id': 'other' } })
  time.now += 1
  await withoutQuota(async () => {
    for (let n = 0; n < 2 * MAX_OF_KIND; n++) {
      await gateway.request(path(), { key, headers: { 'X-Request-Id': `r${n}` } })
      if (n === 5) await gateway.usage.flush()
    }
  })
  expect(await errorCountsOf(keyId)).toEqual([
    ['rate_limit_exceeded', 2 * MAX_OF_KIND],
    ['unknown_parameter', 1],
  ])
  const stored = (await readRecentErrors(pool, [keyId], ALL)).get(keyId) ?? []
  expect(stored.at(-1)).toMatchObject({ code: 'unknown_parameter', request_id: 'other' })
  const ids = stored.map(({ request_id }) => request_id)
  // Of each flush the newest are kept.
  expect(ids).toEqual(expect.arrayContaining(['r0', 'r5', `r${2 * MAX_OF_KIND - 1}`]))
  if (GATEWAYS === 1) expect(ids).toHaveLength(6 + MAX_OF_KIND + 1)
})

test('an error inside a GraphQL response with data is counted with its own code', async () => {
  const query = `{ viewer { kind } portfolio(clientId: "user_nobody") { currency } }`
  const { status, json } = await gateway.graphql(query, { key })
  expect([status, json.data.viewer.kind]).toEqual([200, 'partner'])
  expect(await errorCountsOf(keyId)).toEqual([['no_active_grant', 1]])
  expect(await errorsOf(keyId)).toMatchObject([{ endpoint: 'POST /graphql', status: 403 }])
})

describe('counts', () => {
  const count = (day: number, requests: number, lastAt = day) => ({
    keyId,
    day: NOON - 12 * 3_600_000 + day * 86_400_000,
    endpoint: 'GET /api/v1/assets',
    code: 'invalid_parameter',
    status: 400,
    requests,
    lastAt: new Date(NOON + lastAt * 86_400_000),
    lastRequestId: `at ${lastAt}`,
  })
  const read = async (days: number) =>
    (await readErrorCounts(pool, [keyId, keyId, 'key_none'], days, new Date(NOON))).get(keyId)

  test('are added up by code over days and endpoints, with the newest request', async () => {
    await addErrorCounts(pool, [count(-1, 2)])
    await addErrorCounts(pool, [count(0, 3)])
    await addErrorCounts(pool, [
      { ...count(0, 4, -0.2), endpoint: 'unknown', lastRequestId: 'older' },
    ])
    const newest = { endpoint: 'GET /api/v1/assets', request_id: 'at 0', last_at: new Date(NOON) }
    expect(await read(2)).toEqual([
      { code: 'invalid_parameter', status: 400, requests: 9, ...newest },
    ])
    expect(await read(1)).toMatchObject([{ requests: 7 }])
  })

  test('keep the newest request, whoever writes last', async () => {
    await addErrorCounts(pool, [count(0, 1, 0.3)])
    await addErrorCounts(pool, [count(0, 1, 0.1)])
    expect(await read(1)).toMatchObject([{ requests: 2, request_id: 'at 0.3' }])
  })
})
