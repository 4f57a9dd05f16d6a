import { ConnectionHandler } from 'relay-runtime'
import { beforeAll, expect, test } from 'vitest'
import { expectNoWarnings } from '../clients/warnings.ts'
import { createFixtures, type Fixtures } from '../graphql/portal/fixtures.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { Application } from './application.ts'
import { CREATE_PLANT, DELETE_PLANT, GRANTS, PLANTS, REVOKE } from './documents.ts'

type Json = Reply['json']

const gateway = testGateway()
let of: Fixtures

beforeAll(async () => {
  of = await createFixtures(gateway.database)
})

expectNoWarnings()

const nodesOf = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node)

test('Relay shows the end of a grant in a list that it has, by the id of the grant', async () => {
  const app = new Application(gateway, of.bearer.client)
  const states = () => nodesOf(app.stored(GRANTS, {}).data.connectedApps).map(({ state }) => state)
  await app.read(GRANTS, {})
  expect(states()).toEqual(['active'])
  await app.change(REVOKE, { id: of.grantId })
  expect(states()).toEqual(['revoked'])
  expect(await app.read(GRANTS, {})).toBe(0)
})

test('Relay shows plants that are created, and none that are deleted', async () => {
  const app = new Application(gateway, of.bearer.client)
  const plants = () => nodesOf(app.stored(PLANTS, {}).data.plants)
  const [large, small] = ['9007199254740993', '7'].map((id) => ({ id, name: `Fern ${id}` }))
  for (const plant of [large, small]) await app.change(CREATE_PLANT, { plant })
  await app.read(PLANTS, {})
  expect(plants()).toMatchObject([small, large])
  await app.change(DELETE_PLANT, { id: '7' }, (store) => {
    const list = ConnectionHandler.getConnection(store.getRoot(), 'documents_plants')
    if (list) ConnectionHandler.deleteNode(list, '7')
  })
  expect(plants()).toMatchObject([large])
})
