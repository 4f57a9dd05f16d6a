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

const DOCUMENT = '"query":"{ __typename }"'

const utf8 = (text: string) => Buffer.from(text)

async function send(bytes: Uint8Array) {
  const response = await fetch(`${gateway.url()}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

test('a body is read strictly', async () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : Buffer.from(part))))
  const bodies: Readonly<Record<string, Uint8Array>> = {
    'bytes that are not UTF-8': bytes(`{${DOCUMENT},"x":"`, [0xff], '"}'),
    'half a surrogate': bytes(`{${DOCUMENT},"x":"`, [0xed, 0xa0, 0x80], '"}'),
    'a document twice': utf8(`{${DOCUMENT},"query":"{ viewer { id } }"}`),
    'twice under an escape': utf8(`{${DOCUMENT},"quer\\u0079":"{ viewer { id } }"}`),
    'a variable twice': utf8(`{${DOCUMENT},"variables":{"a":"1","a":"2"}}`),
    'a member of a variable twice': utf8(`{${DOCUMENT},"variables":{"a":{"b":1,"b":2}}}`),
    'extensions twice': utf8(`{${DOCUMENT},"extensions":{"x":1},"extensions":{"x":2}}`),
    'a hash twice': utf8(
      '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"a","sha256Hash":"b"}}}',
    ),
    'a batch with a member twice': utf8(`[{${DOCUMENT},"query":"{ viewer { id } }"}]`),
    'brackets past reason': utf8(
      `{${DOCUMENT},"variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ),
    'a comment': utf8(`{${DOCUMENT} /* x */}`),
    'something after the body': utf8(`{${DOCUMENT}} {}`),
  }
  for (const [what, body] of Object.entries(bodies)) {
    const { status, json } = await send(body)
    expect.soft([status, json.errors[0].extensions.code], what).toEqual([400, 'invalid_body'])
    expect(json).not.toHaveProperty('data')
  }
})

test('a byte order mark is no fault', async () => {
  const { json } = await send(
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(`{${DOCUMENT}}`)]),
  )
  expect(json).toEqual({ data: { __typename: 'Query' }, extensions: { cost: 1 } })
})

test('numbers of variables stay numbers', async () => {
  const body = {
    query:
      'query ($n: Int) { __schema @skip(if: true) { description } __type(name: "Asset") { fields(includeDeprecated: true) { args { name } } } plants(first: $n) { totalCount } }',
    variables: { n: 1001 },
  }
  const { json } = await send(utf8(JSON.stringify(body)))
  expect(json.errors[0].extensions.code).toBe('document_too_costly')
})

test('variables and extensions of a GET are read by the same rules', async () => {
  const query = encodeURIComponent('query ($a: String) { __typename }')
  for (const [name, value] of [
    ['variables', '{"a":"1","a":"2"}'],
    ['extensions', '{"x":1,"x":2}'],
  ] as const) {
    const { status, json } = await gateway.request(
      `/graphql?query=${query}&${name}=${encodeURIComponent(value)}`,
    )
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'invalid_body'])
  }
})
