import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { fullClient } from '../contract/fixtures.ts'
import { objectType, selectAll } from '../contract/full-selection.ts'
import { changedTerms, linkOf, newClient, terms } from '../graphql/portal/connections.fixtures.ts'
import { createFixtures, type Fixtures } from '../graphql/portal/fixtures.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { words } from '../support/words.ts'
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
      const filtered = { type: 'category', count: 1, values: [{ value: 'watches' }] }
      const updated = { version: 2, state: 'active', scopes: ['registry'], filter: filtered }
      expect(narrowed).toMatchObject(updated)
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

const { database } = gateway
let session = ''
let own = ''
let preview = ''

const LISTS = words(`
  Portfolio.assets Asset.valuations Asset.documents AssetPreview.valuations AssetPreview.documents
`)
const args = Object.fromEntries(LISTS.map((list) => [list, '(first: 10)']))

beforeAll(async () => {
  const { clientId, registryId } = await fullClient(database)
  session = await sessionOf(database, clientId)
  const { grantId: id } = await readerOf(database, clientId)
  const asset = { ...args, 'Portfolio.asset': `(registryId: "${registryId}")` }
  own = `{ portfolio(clientId: "${clientId}") ${selectAll(objectType(schema, 'Portfolio'), asset)} }`
  preview = `query ($scopes: [Scope!]!) {
    grantPreview(grantId: "${id}", scopes: $scopes, filter: { type: all })
    ${selectAll(objectType(schema, 'GrantPreview'), args)} }`
})

describe.each(CLIENTS)('%s, with every field', (_name, start) => {
  test('shows previews of any scopes beside the whole portfolio, which stays as it is', async () => {
    const { client, traffic } = await start(gateway, session)
    const before = await client.read(own)
    const [, previews] = await traffic.count(async () => {
      for (const scope of SCOPES) {
        const { grantPreview } = await client.read(preview, { scopes: [scope] })
        expect(grantPreview.example.valuation === null).toBe(scope !== 'valuation')
        expect(grantPreview.example.estate === null).toBe(scope !== 'estate')
      }
    })
    expect(previews).toBe(SCOPES.length)
    const [after, more] = await traffic.count(() => client.read(own))
    expect(more).toBe(0)
    expect(after).toEqual(before)
    expect(after.portfolio.asset.estate.heirs).toHaveLength(2)
    const [first, again] = await traffic.count(() => client.read(preview, { scopes: ['registry'] }))
    expect(again).toBe(0)
    expect(first.grantPreview.example.estate).toBeNull()
  })
})
