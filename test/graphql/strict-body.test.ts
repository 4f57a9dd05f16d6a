import { expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
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
