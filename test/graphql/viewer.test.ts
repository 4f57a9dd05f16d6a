import { describe, expect, test } from 'vitest'
import { TOKEN_SCOPES } from '../../src/access/caller.ts'
import { SCOPES } from '../../src/access/scopes.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { NEWEST_VERSION } from '../../src/versions.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const gateway = testGateway()
const { database } = gateway
const VIEWER = `{ viewer {
  kind id name firm { id name } environment tier requestsPerMinute scopes tokenScopes version
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
      tokenScopes: null,
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

  test('of a token with portfolio:read has the scopes of its user', async () => {
    const userId = await clientWith(database, [])
    const viewer = await viewerOf(await tokenOf(database, userId, TOKEN_SCOPES))
    expect(viewer).toMatchObject({
      scopes: [...SCOPES],
      tokenScopes: ['plants', 'portfolio_read'],
    })
  })

  test('of staff is staff in a session, and an ordinary user with a token', async () => {
    const person = { name: 'Sam Reed', email: 'sam2@example.com' }
    const { id } = await createStaff(database.prisma, OPERATOR, person)
    expect((await viewerOf(await sessionOf(database, id))).kind).toBe('staff')
    expect((await viewerOf(await tokenOf(database, id))).kind).toBe('user')
  })
})
