import { expect, test } from 'vitest'
import { tokenOf } from '../support/portfolio.ts'
import { changesGateway } from './asking.fixtures.ts'

const { ask, gateway, of } = changesGateway()
const { database } = gateway

test('bad input is explained', async () => {
  for (const [query, code, words] of [
    ['cursor=abc', 'invalid_parameter', 'next_cursor'],
    ['wait=31', 'invalid_parameter', '0 to 30'],
    ['wait=-1', 'invalid_parameter', '0 to 30'],
    ['wait=1.5', 'invalid_parameter', '0 to 30'],
    ['page_size=0', 'invalid_parameter', '1 to 100'],
    ['page=2', 'unknown_parameter', 'cursor, wait, page_size'],
    ['client_id=user_1', 'unknown_parameter', 'cursor, wait, page_size'],
  ] as const) {
    const answer = await ask(`?${query}`)
    expect(answer, query).toMatchObject({ status: 400, error: { code } })
    expect(answer.error.message).toContain(words)
  }
})

test('a person is refused', async () => {
  const token = await tokenOf(database, of.clientId, ['portfolio:read'])
  expect((await gateway.request('/api/v1/changes', { key: token })).status).toBe(401)
})
