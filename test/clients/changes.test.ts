import { beforeAll, describe, expect, test } from 'vitest'
import { changedTerms, linkOf, newClient, terms } from '../graphql/portal/connections.fixtures.ts'
import { createFixtures, type Fixtures } from '../graphql/portal/fixtures.ts'
import { testGateway } from '../support/gateway.ts'
import { CLIENTS } from './clients.ts'
import { expectNoWarnings } from './warnings.ts'

const gateway = testGateway()
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(gateway.database)
})

expectNoWarnings()

const GRANT = 'id version state scopes filter { id type count values { id value label } }'
const GRANTS = `{ connectedApps { nodes { ${GRANT} } } }`
const CREATE = `mutation ($input: NewPartnerGrant!) { createGrant(input: $input) { ${GRANT} } }`
const UPDATE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { ${GRANT} } }`
const REVOKE = 'mutation ($id: ID!) { revokeGrant(grantId: $id) { id state } }'

const PLANTS = '{ plants { nodes { id name tag } } }'
const PLANT = 'mutation ($plant: NewPlant!) { createPlant(plant: $plant) { id name tag } }'
const REMOVE = 'mutation ($id: Int64!) { deletePlant(id: $id) }'

describe.each(CLIENTS)('%s', (_name, start) => {
  test('shows changes of a grant in a list that it has, by the id of the grant', async () => {
    const { key } = await newClient(gateway)
    const { client, traffic } = await start(gateway, key)
    expect((await client.read(GRANTS)).connectedApps.nodes).toEqual([])
    const link = await linkOf(gateway, fixtures)
    const approval = await terms(gateway, key, link, { scopes: ['valuation'] })
    const { createGrant } = await client.change(CREATE, approval)
    const { connectedApps } = await client.refresh(GRANTS)
    expect(connectedApps.nodes).toEqual([createGrant])

    const filter = { type: 'category', values: ['watches'] }
    const change = { grantId: createGrant.id, version: 1, scopes: ['registry'], filter }
    const changed = await changedTerms(gateway, key, change)
    const [, requests] = await traffic.count(async () => {
      await client.change(UPDATE, changed)
      const [narrowed] = (await client.read(GRANTS)).connectedApps.nodes
      expect(narrowed).toMatchObject({
        version: 2,
        state: 'active',
        scopes: ['registry'],
        filter: { type: 'category', count: 1, values: [{ value: 'watches' }] },
      })
      await client.change(REVOKE, { id: createGrant.id })
      const [revoked] = (await client.read(GRANTS)).connectedApps.nodes
      expect(revoked).toEqual({ ...narrowed, state: 'revoked' })
    })
    expect(requests).toBe(2)
  })

  test('shows plants that are created, and none that are deleted', async () => {
    const { key } = await newClient(gateway)
    const { client, traffic } = await start(gateway, key)
    expect((await client.read(PLANTS)).plants.nodes).toEqual([])
    const plants = ['9007199254740993', '7'].map((id) => ({ id, name: `Fern ${id}`, tag: null }))
    for (const plant of plants) await client.change(PLANT, { plant })
    const ids = async () =>
      (await client.read(PLANTS)).plants.nodes.map(({ id }: { id: string }) => id)
    await client.refresh(PLANTS)
    const [listed, reads] = await traffic.count(ids)
    expect([listed, reads]).toEqual([['7', '9007199254740993'], 0])
    await client.change(REMOVE, { id: '9007199254740993' })
    expect(await ids()).toEqual(['7'])
  })
})
