import { beforeEach, expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { readErrorCounts } from '../../../src/modules/usage/error.reads.ts'
import { addUsage } from '../../../src/modules/usage/usage.writes.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'
import { tally } from './request-row.ts'

const { gateway, begin, requestsOf, errorCountsOf, ...faults } = countingGateway()
const { withBrokenReads } = faults
const { pool } = gateway.database
let clientId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, keyId, key } = await begin())
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

test('an error inside a GraphQL response with data is counted with its own code', async () => {
  const query = `{ viewer { kind } portfolio(clientId: "user_nobody") { currency } }`
  const { status, json } = await gateway.graphql(query, { key })
  expect([status, json.data.viewer.kind]).toEqual([200, 'partner'])
  expect(await errorCountsOf(keyId)).toEqual([['no_active_grant', 1]])
  expect(await requestsOf(keyId)).toMatchObject([{ endpoint: 'POST /graphql', status: 403 }])
})

const count = (day: number, requests: number, lastAt = day) =>
  tally(keyId, {
    hour: new Date(NOON + day * 86_400_000),
    ...{ code: 'invalid_parameter', status: 400, requests },
    last_at: new Date(NOON + lastAt * 86_400_000),
    last_request_id: `at ${lastAt}`,
  })
const read = async (days: number) =>
  (await readErrorCounts(pool, [keyId, keyId, 'key_none'], days, new Date(NOON))).get(keyId)

test('counts keep the newest request, whoever writes last', async () => {
  await addUsage(pool, [count(0, 1, 0.3)])
  await addUsage(pool, [count(0, 1, 0.1)])
  expect(await read(1)).toMatchObject([{ requests: 2, request_id: 'at 0.3' }])
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
  const graphql = (headers: object) => gateway.graphql(query, { key, headers: { ...headers } })
  for (const [place, [ask, ...expected]] of [
    [rest(list(), key), 200, keyId, undefined] as const,
    [rest(list('&no_such=1'), key), 400, keyId, 'unknown_parameter'] as const,
    [rest(list(), unknown), 401, undefined, 'invalid_api_key'] as const,
    [rest('/nowhere'), 404, undefined, 'route_not_found'] as const,
    [rest(`/${key}`, key), 404, keyId, 'route_not_found'] as const,
    [graphql, 200, keyId, 'no_active_grant'] as const,
  ].entries())
    expect(await lineOf(`log-${place}`, ask)).toEqual(expected)
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
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(u) FROM key_usage u)::text || (SELECT json_agg(r) FROM grant_usage r)::text
         || (SELECT json_agg(c) FROM error_counts c)::text AS text`,
  )
  expect(rows[0].text).not.toMatch(/canary|category=|min_value|cursor|user_|ORY-|client_id|[?&]/i)
})
