import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

describe('the list of keys', () => {
  test('is paged, newest first, and has a total count', async () => {
    const of = await createFixtures(database)
    const key = of.bearer.member
    const ask = (after: string | null) =>
      dataOf(
        gateway,
        key,
        `query ($after: String) { apiKeys(firmId: "${of.firmId}", first: 1, after: $after) {
          totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`,
        { after },
      )
    const first = (await ask(null)).apiKeys
    expect(first).toMatchObject({ totalCount: 2, nodes: [{ id: of.requestingKeyId }] })
    expect(first.pageInfo.hasNextPage).toBe(true)
    const second = (await ask(first.pageInfo.endCursor)).apiKeys
    expect(second).toMatchObject({ nodes: [{ id: of.keyId }], pageInfo: { hasNextPage: false } })
  })

  test.each([
    'x',
    'WyJ4Il0',
    '',
    '\0',
    'x'.repeat(9_000),
  ])('rejects the cursor %j', async (after) => {
    const reply = await gateway.graphql(
      'query ($f: ID!, $after: String) { apiKeys(firmId: $f, after: $after) { totalCount } }',
      { key: fixtures.bearer.admin, variables: { f: fixtures.firmId, after } },
    )
    expect(codeOf(reply)).toBe('invalid_parameter')
  })

  test.each([0, 101, -1])('rejects first: %d', async (first) => {
    const reply = await gateway.graphql(
      `{ apiKeys(firmId: "${fixtures.firmId}", first: ${first}) { totalCount } }`,
      { key: fixtures.bearer.admin },
    )
    expect(codeOf(reply)).toBe('invalid_parameter')
  })
})
