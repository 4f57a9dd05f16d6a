import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'

const gateway = testGateway()
const JSON_TYPE = 'application/json; charset=utf-8'
const STRICT_TYPE = 'application/graphql-response+json; charset=utf-8'
const QUERY = JSON.stringify({ query: '{ __typename }' })

const post = (accept: string, body = QUERY, key?: string) =>
  gateway.request('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept },
    body,
    ...(key !== undefined && { key }),
  })

test.each([
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['Application/JSON', JSON_TYPE],
  ['application/json; charset=utf-8', JSON_TYPE],
  ['application/json;charset="UTF-8"', JSON_TYPE],
  ['text/html, */*;q=0.1', JSON_TYPE],
  ['multipart/mixed;deferSpec=20220824, application/json', JSON_TYPE],
  ['text/event-stream, application/json', JSON_TYPE],
  ['application/graphql-response+json', STRICT_TYPE],
  ['application/graphql-response+json, application/json;q=0.9', STRICT_TYPE],
  ['application/graphql-response+json;q=0.5, application/json', JSON_TYPE],
  ['application/json;q=0, */*', STRICT_TYPE],
])('Accept: %s is answered with %s', async (accept, type) => {
  const { status, headers, json } = await post(accept)
  expect([status, headers.get('Content-Type')]).toEqual([200, type])
  expect(json).toEqual({ data: { __typename: 'Query' }, extensions: { cost: 1 } })
})

// The server of GraphQL would answer some of these with a stream, which its body is not.
const NOT_ACCEPTABLE = [
  'image/png',
  'text/html',
  'text/*',
  'text/event-stream',
  'multipart/mixed',
  'application/json;q=0',
  'application/json; charset=iso-8859-1',
  'x',
  ',;=',
]

test.each(NOT_ACCEPTABLE)('Accept: %s is 406 with the body of an error', async (accept) => {
  const { status, headers, json } = await post(accept)
  expect([status, headers.get('Content-Type')]).toEqual([406, JSON_TYPE])
  expect(json).toEqual({
    errors: [
      {
        message: 'Accept application/json or application/graphql-response+json, in UTF-8.',
        extensions: {
          code: 'not_acceptable',
          type: 'invalid_request_error',
          request_id: headers.get('X-Request-Id'),
        },
      },
    ],
  })
})

test.each([
  'GET',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
  'QUERY',
])('%s that accepts an image alone has the body of an error', async (method) => {
  const headers = { Accept: 'image/png' }
  const reply = await gateway.request('/graphql?query={__typename}', { method, headers })
  expect(reply.status).toBe(406)
  expect(reply.json.errors).toMatchObject([{ extensions: { code: 'not_acceptable' } }])
})

test('a HEAD that accepts an image alone has no body', async () => {
  const headers = { Accept: 'image/png' }
  const reply = await gateway.request('/graphql', { method: 'HEAD', headers })
  expect([reply.status, reply.text]).toEqual([406, ''])
})

test.each(NOT_ACCEPTABLE)('a mutation of a client that accepts %s is not run', async (accept) => {
  const ownerId = await clientWith(gateway.database, [])
  const token = await tokenOf(gateway.database, ownerId, ['plants'])
  const query = 'mutation { createPlant(plant: { id: 1, name: "Fern" }) { id } }'
  expect((await post(accept, JSON.stringify({ query }), token)).status).toBe(406)
  expect(await gateway.database.prisma.plant.count({ where: { ownerId } })).toBe(0)
  await post('*/*', JSON.stringify({ query }), token)
  expect(await gateway.database.prisma.plant.count({ where: { ownerId } })).toBe(1)
})
