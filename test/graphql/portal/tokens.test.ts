import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import {
  codeOf,
  createFixtures,
  dataOf,
  type Fixtures,
  newIdempotencyKey,
  someone,
} from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

describe('access tokens', () => {
  const CREATE =
    'mutation ($input: NewAccessToken!) { createAccessToken(input: $input) { secret token { id name reference expiresAt revokedAt } } }'

  test('are created once, listed, and revoked permanently', async () => {
    const key = fixtures.bearer.client
    const variables = {
      input: { name: 'CI', expiresAt: '2099-01-01', idempotencyKey: newIdempotencyKey() },
    }
    const reply = await gateway.graphql(CREATE, { key, variables })
    const { createAccessToken: made } = reply.json.data
    expect(made.token.reference).toBe(made.secret.slice(4, 12))
    const again = await dataOf(gateway, key, CREATE, variables)
    expect(again.createAccessToken).toEqual({ ...made, secret: null })
    const listed = await dataOf(gateway, key, '{ accessTokens { id revokedAt } }')
    const ids = listed.accessTokens.map(({ id }: { id: string }) => id)
    expect(ids.filter((id: string) => id === made.token.id)).toHaveLength(1)
    const revoke = `mutation { revokeAccessToken(tokenId: "${made.token.id}") { revokedAt } }`
    const first = await dataOf(gateway, key, revoke)
    expect(await dataOf(gateway, key, revoke)).toEqual(first)
    expect((await gateway.graphql('{ viewer { id } }', { key: made.secret })).status).toBe(401)
    expect(gateway.log.join('')).not.toContain(made.secret.slice(13))
  })

  test('that are live are always listed, and limited to a hundred', async () => {
    const { id: userId } = await createClient(database.prisma, OPERATOR, someone('Una Wells'))
    const row = (index: number, revokedAt: Date | null) => ({
      id: createId('token'),
      userId,
      name: 'CI',
      reference: String(index).padStart(8, '0'),
      hash: createHash('sha256').update(`${userId} ${index}`).digest(),
      revokedAt,
    })
    const rows = Array.from({ length: 100 }, (_, index) => row(index, null))
    const over = Array.from({ length: 450 }, (_, index) => row(100 + index, new Date()))
    await database.prisma.accessToken.createMany({ data: rows })
    await database.prisma.accessToken.createMany({ data: over })
    const key = await sessionOf(database, userId)
    const variables = { input: { name: 'One more', idempotencyKey: newIdempotencyKey() } }
    expect(codeOf(await gateway.graphql(CREATE, { key, variables }))).toBe('state_conflict')
    const { json } = await gateway.graphql('{ accessTokens { id revokedAt } }', { key })
    const shown = json.data.accessTokens.slice(0, 100).map(({ id }: { id: string }) => id)
    expect(shown.sort()).toEqual(rows.map(({ id }) => id).sort())
  })
})
