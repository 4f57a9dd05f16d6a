import { describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/people.writes.ts'
import { NEWEST_VERSION } from '../../src/versions.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const gateway = testGateway()
const { database } = gateway
const VIEWER = `{ viewer {
  kind id name firm { id name } environment tier requestsPerMinute scopes version
} }`

async function viewerOf(key: string) {
  const { json } = await gateway.graphql(VIEWER, { key })
  expect(json).not.toHaveProperty('errors')
  return json.data.viewer
}

describe('viewer', () => {
  test('of a key is the partner', async () => {
    const { id, secret, firmId } = await keyWith(database, { scopes: ['registry', 'estate'] })
    expect(await viewerOf(secret)).toEqual({
      kind: 'partner',
      id,
      name: 'Reports',
      firm: { id: firmId, name: 'Hale Estates' },
      environment: 'production',
      tier: 'standard',
      requestsPerMinute: 1000,
      scopes: ['registry', 'estate'],
      version: NEWEST_VERSION,
    })
  })

  test('of a sandbox key has the sandbox’s tier', async () => {
    const { secret } = await keyWith(database, { environment: 'sandbox' })
    const viewer = await viewerOf(secret)
    expect(viewer).toMatchObject({
      environment: 'sandbox',
      tier: 'sandbox',
      requestsPerMinute: 100,
    })
  })

  test('of an access token is its user', async () => {
    const userId = await clientWith(database, [])
    expect(await viewerOf(await tokenOf(database, userId))).toEqual({
      kind: 'user',
      id: userId,
      name: 'Ada Hale',
      firm: null,
      environment: null,
      tier: 'standard',
      requestsPerMinute: 1000,
      scopes: [...SCOPES],
      version: NEWEST_VERSION,
    })
  })

  test('of staff says so', async () => {
    const person = { name: 'Sam Reed', email: 'sam@example.com' }
    const { id } = await createStaff(database.prisma, OPERATOR, person)
    const viewer = await viewerOf(await sessionOf(database, id))
    expect(viewer).toMatchObject({ kind: 'staff', id, name: 'Sam Reed' })
  })

  test('of nobody is refused', async () => {
    const { json } = await gateway.graphql(VIEWER)
    expect(json.data).toBeNull()
    expect(json.errors).toMatchObject([{ extensions: { code: 'missing_api_key' } }])
  })
})
