import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { isObject } from '../../src/values/json.ts'
import { linkOf } from '../graphql/portal/connections.fixtures.ts'
import { createFixtures, type Fixtures, invitationOf } from '../graphql/portal/fixtures.ts'
import { webhooksOf } from '../graphql/portal/subject.ts'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { importRecords, readerOf } from '../support/portfolio.ts'
import { WATCH } from './fixtures.ts'
import { objectType } from './full-selection.ts'
import { selectBelowRoot } from './root-selection.ts'

const gateway = testGateway()
const { database } = gateway
let of: Fixtures
let partner = ''
let link = ''

beforeAll(async () => {
  of = await createFixtures(database)
  const vault = { type: 'collection', ref: 'vault', name: 'Vault' }
  await importRecords(database, of.clientId, [vault, WATCH])
  partner = (await readerOf(database, of.clientId)).secret
  await reportChanges(database)
  await invitationOf(database, of)
  link = await linkOf(gateway, of)
  await webhooksOf(gateway, of.keyId)
})

// A store belongs to one caller: these fields are the roots that each of them can read, all of it.
const READS: Record<string, () => { by: string; roots: Record<string, string> }> = {
  'a partner': () => ({
    by: partner,
    roots: { viewer: '', portfolio: `(clientId: "${of.clientId}")`, newestChanges: '' },
  }),
  'a token': () => ({
    by: of.bearer.clientToken,
    roots: { viewer: '', portfolio: `(clientId: "${of.clientId}")`, plants: '' },
  }),
  'a client': () => ({
    by: of.bearer.client,
    roots: {
      viewer: '',
      portfolio: `(clientId: "${of.clientId}")`,
      connectedApps: '(first: 5)',
      grant: `(id: "${of.grantId}")`,
      grantChoices: '',
      connectionRequest: `(link: "${link}")`,
      grantPreview: `(grantId: "${of.grantId}", scopes: [estate, documentation], filter: { type: all })`,
      auditEvents: '',
      accessTokens: '',
    },
  }),
  'an admin of a firm': () => ({
    by: of.bearer.admin,
    roots: {
      viewer: '',
      firms: '(first: 5)',
      firm: `(id: "${of.firmId}")`,
      firmMembers: `(firmId: "${of.firmId}")`,
      apiKeys: `(firmId: "${of.firmId}", first: 2)`,
      apiKey: `(id: "${of.keyId}")`,
      usage: `(firmId: "${of.firmId}")`,
    },
  }),
  staff: () => ({
    by: of.bearer.staff,
    roots: {
      viewer: '',
      client: `(id: "${of.clientId}")`,
      portfolio: `(clientId: "${of.clientId}")`,
      connectedApps: `(clientId: "${of.clientId}", first: 5)`,
      personAccount: `(userId: "${of.clientId}")`,
      staffSearch: `(text: "${of.clientId}")`,
    },
  }),
}

function addTypes(types: Map<unknown, Set<string>>, type: GraphQLOutputType, value: unknown): void {
  const named = getNamedType(type)
  if (Array.isArray(value)) for (const item of value) addTypes(types, named, item)
  if (!isObjectType(named) || !isObject(value)) return
  if ('id' in value) types.set(value.id, (types.get(value.id) ?? new Set()).add(named.name))
  for (const [name, field] of Object.entries(named.getFields()))
    addTypes(types, field.type, value[name])
}

test.each(
  Object.keys(READS),
)('no id names objects of two types in all that %s reads', async (who) => {
  const { by, roots } = READS[who]?.() ?? { by: '', roots: {} }
  const args = {
    'Portfolio.asset': `(registryId: "${of.ids.watch}")`,
    'GrantChoices.assetsExcept': `(grantId: "${of.grantId}", registryId: "${of.ids.watch}")`,
  }
  const query = objectType(schema, 'Query')
  const types = new Map<unknown, Set<string>>()
  for (const [name, given] of Object.entries(roots)) {
    const type = query.getFields()[name]?.type
    if (!type) throw new Error(`no root field ${name}`)
    const text = `{ ${name}${given} ${selectBelowRoot(schema, type, args)} }`
    const { json } = await gateway.graphql(text, { key: by })
    expect([name, JSON.stringify(json.errors)?.slice(0, 300)]).toEqual([name, undefined])
    addTypes(types, query, json.data)
  }
  expect(types.size).toBeGreaterThan(10)
  const shared = [...types].filter(([, names]) => names.size > 1)
  expect(shared.map(([id, names]) => `${id}: ${[...names].join()}`)).toEqual([])
})
