import { beforeEach, expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'

const { gateway, time, begin, errorsOf, withBrokenReads } = countingGateway()
const { database } = gateway
let clientId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, keyId, key } = await begin())
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

test('the errors of a key are listed with request id, status, code and endpoint, newest first', async () => {
  await gateway.request(list('&no_such=1'), { key, headers: { 'X-Request-Id': 'first' } })
  time.now += 1
  const query = `{ portfolio(clientId: "user_nobody") { currency } }`
  await gateway.graphql(query, { key, headers: { 'X-Request-Id': 'second' } })
  expect(await errorsOf(keyId)).toEqual([
    {
      at: new Date(NOON + 1),
      endpoint: 'POST /graphql',
      status: 403,
      code: 'no_active_grant',
      request_id: 'second',
    },
    {
      at: new Date(NOON),
      endpoint: 'GET /api/v1/assets',
      status: 400,
      code: 'unknown_parameter',
      request_id: 'first',
    },
  ])
})

test('the log line of a request has the id of its key and the code of its error, and no secret', async () => {
  const lineOf = async (id: string, ask: (headers: object) => Promise<unknown>) => {
    await ask({ 'X-Request-Id': id })
    const line = () => gateway.log.find((each) => each.includes(`"request_id":"${id}"`))
    await expect.poll(line).toBeDefined()
    const { status, key_id, code } = JSON.parse(line() ?? '')
    return [status, key_id, code]
  }
  const unknown = createSecret('production').secret
  const query = '{ portfolio(clientId: "user_nobody") { currency } }'
  const rest = (path: string, secret?: string) => (headers: object) =>
    gateway.request(path, { ...(secret && { key: secret }), headers: { ...headers } })
  expect(await lineOf('log-1', rest(list(), key))).toEqual([200, keyId, undefined])
  expect(await lineOf('log-2', rest(list('&no_such=1'), key))).toEqual([
    400,
    keyId,
    'unknown_parameter',
  ])
  expect(await lineOf('log-3', rest(list(), unknown))).toEqual([401, undefined, 'invalid_api_key'])
  expect(await lineOf('log-4', rest('/nowhere'))).toEqual([404, undefined, 'route_not_found'])
  expect(await lineOf('log-5', rest(`/${key}`, key))).toEqual([404, keyId, 'route_not_found'])
  expect(
    await lineOf('log-6', (headers) => gateway.graphql(query, { key, headers: { ...headers } })),
  ).toEqual([200, keyId, 'no_active_grant'])
  expect(gateway.log.join('')).not.toContain(key)
})

test('no parameter and no data of a response is counted', async () => {
  await gateway.request(list(`&category=art&min_value=1&cursor=${CANARY}`), { key })
  await gateway.request(`/api/v1/assets/${CANARY}?client_id=${clientId}&${CANARY}=1`, { key })
  await gateway.request(`/api/v1/${CANARY}/user_1`, { key })
  await gateway.request(`/${CANARY}?client_id=user_1`, { key })
  await gateway.request(list(), { key })
  await gateway.graphql(`{ ${CANARY.replaceAll('-', '_')} }`, { key })
  await withBrokenReads(() => gateway.request(list(), { key }))
  await gateway.usage.flush()
  const { rows } = await database.pool.query(
    `SELECT (SELECT json_agg(u) FROM key_usage u)::text || (SELECT json_agg(r) FROM grant_usage r)::text
         || (SELECT json_agg(c) FROM error_counts c)::text AS text`,
  )
  expect(rows[0].text).not.toMatch(/canary|category=|min_value|cursor|user_|ORY-|client_id|[?&]/i)
})
