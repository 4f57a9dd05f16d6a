import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { NEWEST_VERSION } from '../../src/versions.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const gateway = testGateway()
const { database } = gateway
const VIEWER = `{ viewer { kind id name firm { id name } environment tier requestsPerMinute scopes
  tokenScopes version } }`

const viewerOf = async (key: string) => (await gateway.graphql(VIEWER, { key })).json.data.viewer

test('the viewer of a key is the partner', async () => {
  const { id, secret, firmId } = await keyWith(database, { scopes: ['registry', 'estate'] })
  expect(await viewerOf(secret)).toEqual({
    ...{ kind: 'partner', id, name: 'Reports', firm: { id: firmId, name: 'Hale Estates' } },
    ...{ environment: 'production', tier: 'standard', requestsPerMinute: 1000 },
    ...{ scopes: ['registry', 'estate'], tokenScopes: null, version: NEWEST_VERSION },
  })
})

test('the viewer of staff is staff in a session, and an ordinary user with a token', async () => {
  const person = { name: 'Sam Reed', email: 'sam2@example.com' }
  const { id } = await createStaff(operator(database.prisma), person)
  expect((await viewerOf(await sessionOf(database, id))).kind).toBe('staff')
  const token = await viewerOf(await tokenOf(database, id))
  expect([token.kind, token.tokenScopes]).toEqual(['user', ['plants']])
})

const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 5; i++) clients.push(await clientWith(database, []))
  clients.sort()
})

// Those of a key: test/rest/me.test.ts, by the same field.
test('portfolios of staff are all portfolios, each read is in the audit log, and none is shown if it cannot be recorded', async () => {
  const person = { name: 'Sam Reed', email: 'sam@example.com' }
  const { id: actor } = await createStaff(operator(database.prisma), person)
  const key = await sessionOf(database, actor)
  const reads = () =>
    database.prisma.auditEvent.findMany({ where: { actor, action: 'portfolio.read' } })
  const text = '{ portfolios(first: 100) { nodes { client { id } } } }'
  const { nodes } = (await gateway.graphql(text, { key })).json.data.portfolios
  expect(nodes).toEqual(clients.map((id) => ({ client: { id } })))
  expect((await reads()).map(({ clientId }) => clientId).sort()).toEqual(clients)
  await database.pool.query('ALTER TABLE audit_events RENAME TO audit_events_gone')
  const one = `{ portfolio(clientId: "${clients[0]}") { currency } }`
  const { json } = await gateway.graphql(one, { key })
  await database.pool.query('ALTER TABLE audit_events_gone RENAME TO audit_events')
  expect(json.data).toEqual({ portfolio: null })
  expect(json.errors).toMatchObject([{ extensions: { code: 'internal_error' } }])
  expect(await reads()).toHaveLength(clients.length)
})
