import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { outcomesOf } from '../support/tables.ts'

const gateway = testGateway()
const { database } = gateway
let key = ''

beforeAll(async () => {
  key = (await keyWith(database)).secret
})

const QUERY = JSON.stringify({ query: '{ viewer { kind } }' })
const SERVED = { data: { viewer: { kind: 'partner' } }, extensions: { cost: 1 } }
const JSON_TYPE = { 'Content-Type': 'application/json' }

function post(body: Call['body'], headers: Record<string, string> = JSON_TYPE) {
  return gateway.request('/graphql', { method: 'POST', key, headers, ...(body && { body }) })
}

describe('served', () => {
  test('a POST of JSON, however its type is written', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      const reply = await post(QUERY, { 'Content-Type': type })
      expect([reply.status, reply.json], type).toEqual([200, SERVED])
    }
  })

  test('a GET with its query, variables and operation, or with empty and unknown parameters', async () => {
    const query =
      'query A($no: Boolean!) { viewer { kind id @include(if: $no) } } query B { __typename }'
    const parameters = new URLSearchParams({ query, operationName: 'A', variables: '{"no":false}' })
    const plain = 'query={viewer{kind}}'
    for (const asked of [
      parameters,
      `${plain}&operationName=&variables=`,
      `${plain}&access_token=x&next=/health`,
    ]) {
      const reply = await gateway.request(`/graphql?${asked}`, { key })
      expect([reply.status, reply.json], String(asked)).toEqual([200, SERVED])
    }
  })

  test('a body with other members', async () => {
    const persistedQuery = { version: 1, sha256Hash: '0'.repeat(64) }
    for (const members of [
      { variables: null, operationName: null, extensions: null },
      { variables: {}, extensions: { client: 'x' } },
      { extensions: { persistedQuery } },
      { documentId: 'x', querry: 'y', id: null },
    ]) {
      const { json } = await post(JSON.stringify({ query: '{viewer{kind}}', ...members }))
      expect(json).toEqual(SERVED)
    }
  })
})

// Apollo Client and urql then send the document.
test('a hash without a document is answered in the words that clients know', async () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } }
  const reply = await post(JSON.stringify({ operationName: 'A', variables: {}, extensions }))
  expect([reply.status, reply.json.errors[0].message]).toEqual([400, 'PersistedQueryNotSupported'])
})

const body = (text: string, headers = {}): Call => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: text,
})
const typed = (type: string, text = QUERY): Call => body(text, { 'Content-Type': type })
const rejected = (status: number, code: string, calls: Record<string, Call>, path = '/graphql') =>
  Object.entries(calls).map(([what, call]) => ({ what, call, path, status, code }))
const addressed = (status: number, code: string, queries: readonly string[]) =>
  queries.flatMap((query) => rejected(status, code, { [`GET ${query}`]: {} }, `/graphql?${query}`))

const REJECTED = [
  ...rejected(415, 'unsupported_media_type', {
    'plain text': typed('text/plain'),
    'a form': typed('application/x-www-form-urlencoded', 'query={viewer{kind}}'),
    'a form with files': typed('multipart/form-data; boundary=x', '--x--'),
    'a bare document': typed('application/graphql', '{viewer{kind}}'),
    'a type that only begins like JSON': typed('application/jsonp'),
    'no type': { method: 'POST', body: Buffer.from(QUERY) },
    'an unknown encoding': body(QUERY, { 'Content-Encoding': 'zip' }),
  }),
  ...rejected(400, 'invalid_body', {
    'half a body': body('{"query":'),
    'an empty body': body(''),
    'a broken encoding': body(QUERY, { 'Content-Encoding': 'gzip' }),
    null: body('null'),
    'a text': body('"{viewer{kind}}"'),
    'a batch': body(`[${QUERY},${QUERY}]`),
    'an object without a document': body('{}'),
    'a document that is no text': body('{"query":{}}'),
    'variables that are a text': body('{"query":"{viewer{kind}}","variables":"{}"}'),
    'variables that are a list': body('{"query":"{viewer{kind}}","variables":[1]}'),
    'a name that is a number': body('{"query":"{viewer{kind}}","operationName":5}'),
    'extensions that are a text': body('{"query":"{viewer{kind}}","extensions":"x"}'),
    'a hash that is a text': body('{"extensions":{"persistedQuery":"x"}}'),
    'a document twice': body('{"query":"{viewer{kind}}","query":"{viewer{id}}"}'),
    'a variable twice': body('{"query":"{viewer{kind}}","variables":{"a":{"b":1,"b":2}}}'),
  }),
  ...rejected(413, 'body_too_large', {
    '300 kB': body(`{"query":"{viewer{kind}}","variables":{"x":"${'y'.repeat(300_000)}"}}`),
  }),
  ...rejected(405, 'method_not_allowed', {
    PUT: { ...body(QUERY), method: 'PUT' },
    DELETE: { method: 'DELETE' },
    OPTIONS: { method: 'OPTIONS' },
  }),
  ...addressed(400, 'invalid_body', [
    '',
    'query=',
    'query={viewer{kind}}&variables={',
    'query={viewer{kind}}&query={viewer{id}}',
    'query=&query={viewer{kind}}',
    'query={viewer{kind}}&variables={"a":1,"a":2}',
    'query={viewer{kind}}&extensions={"x":1,"x":2}',
  ]),
  ...addressed(405, 'method_not_allowed', ['query=mutation{deletePlant(id:1)}']),
]

test('what is no request of GraphQL is rejected, in one form', async () => {
  const before = gateway.log.length
  for (const { what, call, path, status, code } of REJECTED)
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const headers = { Accept: accept, ...call.headers }
      const reply = await gateway.request(path, { key, ...call, headers })
      const request_id = reply.headers.get('X-Request-Id')
      const extensions = { code, type: 'invalid_request_error', request_id }
      expect
        .soft([reply.status, reply.json.errors], what)
        .toEqual([status, [expect.objectContaining({ extensions })]])
      expect(reply.json, what).not.toHaveProperty('data')
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('1000')
      if (status === 405) expect(reply.headers.get('Allow')).toMatch(/POST/)
    }
  expect(gateway.log.slice(before).join('')).not.toContain('internal error')
})

test('the status is 400 for a request error, if the Accept header asks for it', async () => {
  const strict = {
    '{viewer{kind}}': 200,
    '{nope}': 400,
    '{{': 400,
    '{plants(first:1001){totalCount}}': 400,
    'query($v:Decimal="x"){portfolio(clientId:"x"){assets(filter:{minValue:$v}){totalCount}}}': 400,
    '{portfolio(clientId:"x"){currency}}': 200,
  }
  const statusOf = async (query: string, Accept: string) => {
    const reply = await post(JSON.stringify({ query }), { ...JSON_TYPE, Accept })
    if (Accept !== '*/*') expect(reply.headers.get('Content-Type')).toContain(Accept)
    return reply.status
  }
  const type = 'application/graphql-response+json'
  const found = await outcomesOf(strict, (_, query) => statusOf(query, type))
  expect(found).toEqual(strict)
  for (const query of Object.keys(strict))
    for (const accept of ['application/json', '*/*'])
      expect(await statusOf(query, accept), query).toBe(200)
})

const RESULT_JSON = 'application/json; charset=utf-8'
const RESULT_STRICT = 'application/graphql-response+json; charset=utf-8'
const accepting = (accept: string, bearer = key, query = '{viewer{kind}}') =>
  gateway.graphql(query, { key: bearer, headers: { Accept: accept } })

test('the type of the result is one that the client accepts, JSON where it does not matter', async () => {
  const types = {
    '': RESULT_JSON,
    '*/*': RESULT_JSON,
    'Application/JSON': RESULT_JSON,
    'application/json;charset="UTF-8"': RESULT_JSON,
    'text/html, */*;q=0.1': RESULT_JSON,
    'multipart/mixed;deferSpec=20220824, application/json': RESULT_JSON,
    'application/graphql-response+json': RESULT_STRICT,
    'application/graphql-response+json, application/json;q=0.9': RESULT_STRICT,
    'application/graphql-response+json;q=0.5, application/json': RESULT_JSON,
    'application/json;q=0, */*': RESULT_STRICT,
  }
  const found = await outcomesOf(types, async (_, accept) => {
    const { status, headers, json } = await accepting(accept)
    expect([status, json]).toEqual([200, SERVED])
    return headers.get('Content-Type')
  })
  expect(found).toEqual(types)
})

test('a client that accepts none is answered 406 with the body of an error, and no mutation is run', async () => {
  const token = await tokenOf(database, await clientWith(database, []))
  const create = 'mutation { createPlant(plant: { id: 1, name: "Fern" }) { id } }'
  // The server of GraphQL would answer some of these with a stream, which its body is not.
  for (const accept of [
    ...['image/png', 'text/html', 'text/*', 'text/event-stream', 'multipart/mixed', 'x', ',;='],
    ...['application/json;q=0', 'application/json; charset=iso-8859-1'],
  ]) {
    const { status, headers, json } = await accepting(accept, token, create)
    expect([status, headers.get('Content-Type')], accept).toEqual([406, RESULT_JSON])
    const request_id = headers.get('X-Request-Id')
    const message = 'Accept application/json or application/graphql-response+json, in UTF-8.'
    const extensions = { code: 'not_acceptable', type: 'invalid_request_error', request_id }
    expect(json).toEqual({ errors: [{ message, extensions }] })
  }
  const headers = { Accept: 'image/png' }
  for (const method of ['GET', 'PUT', 'OPTIONS', 'PROPFIND', 'HEAD']) {
    const reply = await gateway.request('/graphql?query={__typename}', { method, headers })
    expect([method, reply.status, reply.text === '']).toEqual([method, 406, method === 'HEAD'])
  }
  expect(await database.prisma.plant.count()).toBe(0)
  await accepting('*/*', token, create)
  expect(await database.prisma.plant.count()).toBe(1)
})
