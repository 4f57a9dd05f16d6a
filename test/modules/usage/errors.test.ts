import { expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { readErrorCounts } from '../../../src/modules/usage/error.reads.ts'
import { addUsage } from '../../../src/modules/usage/usage.writes.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'
import { tally } from './request-row.ts'

const counting = countingGateway()
const { gateway, of, list, ask, askGraphql } = counting
const { pool } = gateway.database

test('an error inside a GraphQL response with data is counted with its own code', async () => {
  const query = `{ viewer { kind } portfolio(clientId: "user_nobody") { currency } }`
  const { status, json } = await askGraphql(query)
  expect([status, json.data.viewer.kind]).toEqual([200, 'partner'])
  expect(await counting.errorCountsOf(of.keyId)).toEqual([['no_active_grant', 1]])
  const row = { endpoint: 'POST /graphql', status: 403 }
  expect(await counting.requestsOf(of.keyId)).toMatchObject([row])
})

const count = (day: number, requests: number, lastAt = day) =>
  tally(of.keyId, {
    hour: new Date(NOON + day * 86_400_000),
    ...{ code: 'invalid_parameter', status: 400, requests },
    last_at: new Date(NOON + lastAt * 86_400_000),
    last_request_id: `at ${lastAt}`,
  })

test('counts keep the newest request, whoever writes last', async () => {
  await addUsage(pool, [count(0, 1, 0.3)])
  await addUsage(pool, [count(0, 1, 0.1)])
  const ids = [of.keyId, of.keyId, 'key_none']
  const counts = (await readErrorCounts(pool, ids, 1, new Date(NOON))).get(of.keyId)
  expect(counts).toMatchObject([{ requests: 2, request_id: 'at 0.3' }])
})

test('the log line of a request has the id of its key and the code of its error, and no secret', async () => {
  const lineOf = async (id: string, send: (headers: object) => Promise<unknown>) => {
    await send({ 'X-Request-Id': id })
    const line = () => gateway.log.find((each) => each.includes(`"request_id":"${id}"`))
    await expect.poll(line).toBeDefined()
    const { status, key_id, code } = JSON.parse(line() ?? '')
    return [status, key_id, code]
  }
  const { key, keyId } = of
  const unknown = createSecret('production').secret
  const query = '{ portfolio(clientId: "user_nobody") { currency } }'
  const rest = (path: string, secret?: string) => (headers: object) =>
    gateway.request(path, { ...(secret && { key: secret }), headers: { ...headers } })
  const graphql = (headers: object) => askGraphql(query, { headers: { ...headers } })
  for (const [place, [send, ...expected]] of [
    [rest(list(), key), 200, keyId, undefined] as const,
    [rest(list('&no_such=1'), key), 400, keyId, 'unknown_parameter'] as const,
    [rest(list(), unknown), 401, undefined, 'invalid_api_key'] as const,
    [rest('/nowhere'), 404, undefined, 'route_not_found'] as const,
    [rest(`/${key}`, key), 404, keyId, 'route_not_found'] as const,
    [graphql, 200, keyId, 'no_active_grant'] as const,
  ].entries())
    expect(await lineOf(`log-${place}`, send)).toEqual(expected)
  expect(gateway.log.join('')).not.toContain(key)
})

test('no parameter and no data of a response is counted', async () => {
  await ask(list(`&category=art&min_value=1&cursor=${CANARY}`))
  await ask(`/api/v1/assets/${CANARY}?client_id=${of.clientId}&${CANARY}=1`)
  await ask(`/api/v1/${CANARY}/user_1`)
  await ask(`/${CANARY}?client_id=user_1`)
  await ask(list())
  await askGraphql(`{ ${CANARY.replaceAll('-', '_')} }`)
  await counting.withBrokenReads(() => ask(list()))
  await gateway.usage.flush()
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(u) FROM key_usage u)::text || (SELECT json_agg(r) FROM grant_usage r)::text
         || (SELECT json_agg(c) FROM error_counts c)::text AS text`,
  )
  expect(rows[0].text).not.toMatch(/canary|category=|min_value|cursor|user_|ORY-|client_id|[?&]/i)
})
