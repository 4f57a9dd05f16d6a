import { expect, test } from 'vitest'
import { type Call, testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const reader = testReader(gateway, [])

const linkOf = (code: string) => `</docs/errors#${code}>; rel="help"`

testTable<[code: string, path: string, call?: Call]>([
  ['unknown_parameter', '/api/v1/me?x=1'],
  ['route_not_found', '/api/v1/nothing'],
  ['method_not_allowed', '/api/v1/me', { method: 'PUT' }],
  ['invalid_access_token', '/plants'],
  ['not_acceptable', '/graphql', { method: 'POST', headers: { Accept: 'image/png' } }],
  ['invalid_body', '/graphql', { method: 'POST', body: '{}' }],
])('an error leads to its code in the documentation', async (code, path, call = {}) => {
  const json = { 'Content-Type': 'application/json' }
  const options = { key: reader.key, ...call, headers: { ...json, ...call.headers } }
  const { status, headers, text } = await gateway.request(path, options)
  expect([status >= 400, headers.get('Link')], text).toEqual([true, linkOf(code)])
  // The body keeps its members.
  expect(text).not.toContain('/docs/errors')
})

test('an error leads to its code in the documentation, also without a key, to HEAD, which has no body, and for a document that is not valid', async () => {
  const { headers, json } = await gateway.request('/api/v1/me')
  expect(headers.get('Link')).toBe(linkOf('missing_api_key'))
  expect(Object.keys(json.error)).toEqual(['type', 'code', 'message', 'request_id'])
  const head = await gateway.request('/api/v1/me?x=1', { key: reader.key, method: 'HEAD' })
  expect(head.headers.get('Link')).toBe(linkOf('unknown_parameter'))
  const document = await gateway.graphql('{ nothing }', reader)
  expect(document.headers.get('Link')).toBe(linkOf('invalid_document'))
})

test('an error leads to its code in the documentation, and an answer without an error does not', async () => {
  const reply = await gateway.request('/api/v1/changes', reader)
  expect([reply.status, reply.headers.get('Link')]).toEqual([200, null])
  const again = await gateway.request('/api/v1/me', reader)
  expect(again.headers.get('Link')).not.toContain('help')
  const headers = { 'If-None-Match': again.headers.get('ETag') ?? '' }
  const unchanged = await gateway.request('/api/v1/me', { key: reader.key, headers })
  expect(unchanged.status).toBe(304)
  expect(unchanged.headers.get('Link')).toBe(again.headers.get('Link'))
  const data = await gateway.graphql('{ __typename }', reader)
  expect([data.status, data.headers.get('Link')]).toEqual([200, null])
})
