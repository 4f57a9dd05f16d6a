import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { outcomesOf } from '../support/tables.ts'

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

test('the type of the result is one that the client accepts, JSON where it does not matter', async () => {
  const types = {
    '': JSON_TYPE,
    '*/*': JSON_TYPE,
    'application/*': JSON_TYPE,
    'Application/JSON': JSON_TYPE,
    'application/json;charset="UTF-8"': JSON_TYPE,
    'text/html, */*;q=0.1': JSON_TYPE,
    'multipart/mixed;deferSpec=20220824, application/json': JSON_TYPE,
    'text/event-stream, application/json': JSON_TYPE,
    'application/graphql-response+json': STRICT_TYPE,
    'application/graphql-response+json, application/json;q=0.9': STRICT_TYPE,
    'application/graphql-response+json;q=0.5, application/json': JSON_TYPE,
    'application/json;q=0, */*': STRICT_TYPE,
  }
  const found = await outcomesOf(types, async (_, accept) => {
    const { status, headers, json } = await post(accept)
    expect(json).toEqual({ data: { __typename: 'Query' }, extensions: { cost: 1 } })
    return status === 200 ? headers.get('Content-Type') : status
  })
  expect(found).toEqual(types)
})

test('a client that accepts none is answered 406 with the body of an error, and no mutation is run', async () => {
  const ownerId = await clientWith(gateway.database, [])
  const token = await tokenOf(gateway.database, ownerId, ['plants'])
  const plants = () => gateway.database.prisma.plant.count({ where: { ownerId } })
  const query = 'mutation { createPlant(plant: { id: 1, name: "Fern" }) { id } }'
  // The server of GraphQL would answer some of these with a stream, which its body is not.
  for (const accept of [
    ...['image/png', 'text/html', 'text/*', 'text/event-stream', 'multipart/mixed', 'x', ',;='],
    ...['application/json;q=0', 'application/json; charset=iso-8859-1'],
  ]) {
    const { status, headers, json } = await post(accept, JSON.stringify({ query }), token)
    expect([status, headers.get('Content-Type')], accept).toEqual([406, JSON_TYPE])
    const request_id = headers.get('X-Request-Id')
    const error = {
      message: 'Accept application/json or application/graphql-response+json, in UTF-8.',
      extensions: { code: 'not_acceptable', type: 'invalid_request_error', request_id },
    }
    expect(json).toEqual({ errors: [error] })
  }
  expect(await plants()).toBe(0)
  await post('*/*', JSON.stringify({ query }), token)
  expect(await plants()).toBe(1)
})

test('so it is by any method; a HEAD has no body', async () => {
  const headers = { Accept: 'image/png' }
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
    const reply = await gateway.request('/graphql?query={__typename}', { method, headers })
    expect([reply.status, reply.json.errors[0].extensions.code]).toEqual([406, 'not_acceptable'])
  }
  const reply = await gateway.request('/graphql', { method: 'HEAD', headers })
  expect([reply.status, reply.text]).toEqual([406, ''])
})
