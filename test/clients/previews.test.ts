import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { fullClient } from '../contract/fixtures.ts'
import { objectType, selectAll } from '../contract/full-selection.ts'
import { testGateway } from '../support/gateway.ts'
import { grantWith, keyWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { CLIENTS } from './clients.ts'
import { expectNoWarnings } from './warnings.ts'

const gateway = testGateway()
const { database } = gateway
let session = ''
let own = ''
let preview = ''

const sized = '(first: 10)'
const args = {
  'Portfolio.assets': sized,
  'Asset.valuations': sized,
  'Asset.documents': sized,
  'AssetPreview.valuations': sized,
  'AssetPreview.documents': sized,
}

beforeAll(async () => {
  const { clientId, registryId } = await fullClient(database)
  session = await sessionOf(database, clientId)
  const key = await keyWith(database)
  const { id } = await grantWith(database, key.id, clientId)
  const asset = { ...args, 'Portfolio.asset': `(registryId: "${registryId}")` }
  own = `{ portfolio(clientId: "${clientId}") ${selectAll(objectType(schema, 'Portfolio'), asset)} }`
  preview = `query ($scopes: [Scope!]!) {
    grantPreview(grantId: "${id}", scopes: $scopes, filter: { type: all })
    ${selectAll(objectType(schema, 'GrantPreview'), args)} }`
})

expectNoWarnings()

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
