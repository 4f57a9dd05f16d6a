import { describe, expect, test } from 'vitest'
import { tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { changesGateway } from './asking.fixtures.ts'

const { ask, gateway, of } = changesGateway()
const { database } = gateway

describe('bad input is explained', () => {
  test.each([
    ['cursor=abc', 'invalid_parameter', 'next_cursor'],
    ['wait=31', 'invalid_parameter', '0 to 30'],
    ['wait=-1', 'invalid_parameter', '0 to 30'],
    ['wait=1.5', 'invalid_parameter', '0 to 30'],
    ['page_size=0', 'invalid_parameter', '1 to 100'],
    ['page=2', 'unknown_parameter', 'cursor, wait, page_size'],
    ['client_id=user_1', 'unknown_parameter', 'cursor, wait, page_size'],
  ])('%s', async (query, code, words) => {
    const answer = await ask(`?${query}`)
    expect(answer).toMatchObject({ status: 400, error: { code } })
    expect(answer.error.message).toContain(words)
  })
})

describe('other callers', () => {
  test('a person is refused, in GraphQL too', async () => {
    const token = await tokenOf(database, of.clientId, ['portfolio:read'])
    const rest = await gateway.request('/api/v1/changes', { key: token })
    expect(rest.status).toBe(401)
    const query = '{ changes { nextCursor } }'
    for (const credential of [token, await sessionOf(database, of.clientId)]) {
      const { json } = await gateway.graphql(query, { key: credential })
      expect(json.errors[0].extensions.code).toBe('caller_not_allowed')
    }
  })
})
