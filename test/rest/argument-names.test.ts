import { beforeAll, expect, test } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { namesOfRest } from '../../src/rest/argument-names.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
let clientId = ''
let key = ''
beforeAll(async () => {
  const { database } = gateway
  clientId = await clientWith(database, [])
  const made = await keyWith(database)
  await grantWith(database, made.id, clientId, { scopes: ['registry'] })
  key = made.secret
})

test('an error of the schema names cursor in REST and after in GraphQL', async () => {
  const cursor = 'A'.repeat(40)
  const rest = await gateway.request(`/api/v1/assets?client_id=${clientId}&cursor=${cursor}`, {
    key,
  })
  expect(rest.json.error.message).toMatch(/\bcursor takes/)
  const { json } = await gateway.graphql(
    `{ portfolio(clientId: "${clientId}") { assets(after: "${cursor}") { totalCount } } }`,
    { key },
  )
  expect(json.errors[0].message).toMatch(/^after takes/)
})

test('an error of the schema keeps its code, headers and cause, and every other word', () => {
  const cause = new Error('lost')
  const headers = { 'Retry-After': '2' }
  const error = new GatewayError(
    'invalid_parameter',
    'first takes 1. updatedSince after orderBy.',
    { headers, cause },
  )
  expect(namesOfRest(new Set(['updated_since']))(error)).toMatchObject({
    code: 'invalid_parameter',
    headers,
    cause,
    message: 'page_size takes 1. updated_since after orderBy.',
  })
  expect(namesOfRest(new Set())(cause)).toBe(cause)
})
