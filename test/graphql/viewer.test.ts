import { describe, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { NEWEST_VERSION } from '../../src/versions.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith, tokenOf } from '../support/portfolio.ts'
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

  test('of staff is staff in a session, and an ordinary user with a token', async () => {
    const person = { name: 'Sam Reed', email: 'sam2@example.com' }
    const { id } = await createStaff(database.prisma, OPERATOR, person)
    expect((await viewerOf(await sessionOf(database, id))).kind).toBe('staff')
    expect((await viewerOf(await tokenOf(database, id))).kind).toBe('user')
  })
})
