import { type GraphQLObjectType, getNamedType, isObjectType, isUnionType } from 'graphql'
import { expect, test } from 'vitest'
import { TOKEN_SCOPES } from '../../../src/access/caller.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { tokenOf } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { rootFields } from '../root-documents.ts'
import { codeOf, dataOf, portalGateway, someone } from './fixtures.ts'

const { gateway, database, prisma, fixtures } = portalGateway()

/** Every field that serves an access token, with any scopes. */
const SERVES_TOKENS = ['viewer', 'portfolio', 'portfolios', 'plants', 'createPlant', 'deletePlant']

test('an access token with every scope reaches no portal type from the fields that serve it', () => {
  const reached = new Set<GraphQLObjectType>()
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
  for (const name of SERVES_TOKENS) reach(roots[name]?.type, reached)
  const names = [...reached].map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Viewer', 'Portfolio', 'Asset', 'Plant', 'Firm']))
  const portal = Object.keys(PORTAL).filter((name) => name !== 'Firm')
  expect(names.filter((name) => portal.includes(name))).toEqual([])
})

/** The types that an answer may hold, without the fields that serve sessions alone. */
function reach(type: unknown, reached: Set<GraphQLObjectType>): void {
  const inner = getNamedType(type as GraphQLObjectType)
  if (isUnionType(inner)) for (const each of inner.getTypes()) reach(each, reached)
  if (!isObjectType(inner) || reached.has(inner)) return
  reached.add(inner)
  for (const { type: next, extensions } of Object.values(inner.getFields())) {
    const options = extensions.pothosOptions as { authScopes?: { person?: boolean } } | undefined
    if (options?.authScopes?.person !== true) reach(next, reached)
  }
}

const READ = 'query ($id: ID!) { portfolio(clientId: $id) { assets { totalCount } } }'
const ADD = 'mutation { createPlant(plant: { id: "7", name: "Fern" }) { id } }'
const operations = (id: string) =>
  [
    [READ, { id }],
    ['{ portfolios { nodes { assets { totalCount } } } }', {}],
    ['{ plants { nodes { id } } }', {}],
    [ADD, {}],
    ['mutation { deletePlant(id: "7") }', {}],
  ] as const
const codes = async (key: string) => {
  const found = []
  for (const [document, variables] of operations(fixtures.clientId))
    found.push(codeOf(await gateway.graphql(document, { key, variables })))
  return found
}
const no = 'insufficient_scope'

test('the scope gives access to what it names only, and the error names what is missing', async () => {
  const { clientId } = fixtures
  const codesWith = async (...scopes: (typeof TOKEN_SCOPES)[number][]) =>
    codes(await tokenOf(database, clientId, scopes))
  expect(await codesWith('plants')).toEqual([no, no, null, null, null])
  expect(await codesWith('portfolio:read')).toEqual([null, null, no, no, no])
  expect(await codesWith('plants', 'portfolio:read')).toEqual(Array(5).fill(null))
  const key = await tokenOf(database, clientId)
  const { json } = await gateway.graphql(READ, { key, variables: { id: clientId } })
  expect(json.errors[0].message).toContain('portfolio:read')
})

test('the scope portfolio:read gives access to the user’s own portfolio only, also for staff', async () => {
  const { id: staffId } = await createStaff(operator(prisma), someone('Sam Reed'))
  const own = { clientId: staffId, environment: 'production', currency: 'USD' } as const
  await prisma.portfolio.createMany({ data: own })
  const key = await tokenOf(database, staffId, TOKEN_SCOPES)
  const others = await gateway.graphql(READ, { key, variables: { id: fixtures.clientId } })
  expect([others.json.data.portfolio, codeOf(others)]).toEqual([null, 'no_active_grant'])
  const found = await dataOf(gateway, key, '{ portfolios { nodes { client { id } } } }')
  expect(found.portfolios.nodes).toEqual([{ client: { id: staffId } }])
  expect((await dataOf(gateway, key, READ, { id: staffId })).portfolio.assets.totalCount).toBe(0)
  // In a session they read what they did before.
  const session = await sessionOf(database, staffId)
  expect((await dataOf(gateway, session, READ, { id: fixtures.clientId })).portfolio).not.toBeNull()
})

test('a session whose last check is older than 15 minutes does not count against the limit of the mutation', async () => {
  const late = new Date(Date.now() - 15 * 60_000 - 5_000)
  const key = await sessionOf(database, fixtures.adminId, late)
  const document = rootFields(schema).find(({ name }) => name === 'createApiKey')?.document ?? ''
  for (let i = 0; i < 12; i++)
    expect(codeOf(await gateway.graphql(document, { key }))).toBe('recent_sign_in_required')
})
