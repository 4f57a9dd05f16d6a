import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { prisma } = gateway.database
let of: Fixtures

beforeAll(async () => {
  of = await createFixtures(gateway.database)
  await createFixtures(gateway.database)
  await prisma.firm.updateMany({ where: { id: of.firmId }, data: { name: '100 % Field_Trust' } })
  await prisma.apiKey.updateMany({ where: { id: of.keyId }, data: { name: 'Zeta reports' } })
  const client = { name: 'Wilma Tarn', email: 'w.tarn@example.com' }
  await prisma.user.updateMany({ where: { id: of.clientId }, data: client })
})

const SEARCH = `query ($text: String!) { staffSearch(text: $text) {
  firms { id } clients { id: clientId name environment } keys { id firm { name } }
  grants { id client { name } key { firmName } } } }`

async function search(text: string) {
  const { staffSearch } = await dataOf(gateway, of.bearer.staff, SEARCH, { text })
  const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)
  const { firms, clients, keys, grants } = staffSearch
  return { firms: ids(firms), clients: ids(clients), keys: ids(keys), grants: ids(grants) }
}

const NOTHING = { firms: [], clients: [], keys: [], grants: [] }

describe('staff find', () => {
  test('a firm by a part of its name, and a client by name or email, with their grants', async () => {
    for (const text of ['100 % field', 'Field_t', '% F', '_tr'])
      expect(await search(text), text).toEqual({ ...NOTHING, firms: [of.firmId] })
    const found = { ...NOTHING, clients: [of.clientId], grants: [of.grantId] }
    for (const text of ['wilma', 'TARN', 'w.tarn@']) expect(await search(text), text).toEqual(found)
  })

  test('a key by name or by the reference of a secret, with its grants', async () => {
    const found = { ...NOTHING, keys: [of.keyId], grants: [of.grantId] }
    expect(await search('zeta')).toEqual(found)
    const { reference } = await prisma.keySecret.findFirstOrThrow({ where: { keyId: of.keyId } })
    expect(await search(reference)).toEqual(found)
  })

  test('each by its id', async () => {
    expect((await search(of.firmId)).firms).toEqual([of.firmId])
    expect((await search(of.clientId)).clients).toEqual([of.clientId])
    expect((await search(of.keyId)).keys).toEqual([of.keyId])
    expect(await search(of.grantId)).toEqual({ ...NOTHING, grants: [of.grantId] })
  })

  test('nothing by a sign that SQL gives a meaning, and are told what cannot be looked for', async () => {
    for (const text of ['%%', '__', '%_', "' OR true --", '\\\\', 'Zeta%', 'w_tarn'])
      expect(await search(text), text).toEqual(NOTHING)
    for (const text of ['', 'x', ' x ', '\0\0', '\ud800x', 'x'.repeat(201)]) {
      const call = { key: of.bearer.staff, variables: { text } }
      expect(codeOf(await gateway.graphql(SEARCH, call))).toBe('invalid_parameter')
    }
  })
})

test('a search is recorded, with its text only if it finds somebody, and each client that it finds, also by id', async () => {
  const read = { clientId: of.clientId, action: 'client.read' }
  const searches = () =>
    prisma.auditEvent.findMany({ where: { action: 'staff.searched' }, orderBy: { id: 'asc' } })
  const before = [await prisma.auditEvent.count({ where: read }), (await searches()).length]
  await search('wilma')
  await search('nobody of this name')
  await search(`sk_live_abcdefgh_${'x'.repeat(42)}`)
  await dataOf(gateway, of.bearer.staff, `{ client(id: "${of.clientId}") { name } }`)
  expect(await prisma.auditEvent.count({ where: read })).toBe((before[0] ?? 0) + 2)
  const texts = (await searches()).slice(before[1]).map(({ details }) => details)
  expect(texts).toEqual([{ text: 'wilma' }, { by: 'text' }, { by: 'reference' }])
})

test('a client is named for staff; an id of another thing names nobody', async () => {
  const client = (id: string) =>
    gateway.graphql(`{ client(id: "${id}") { name } }`, { key: of.bearer.staff })
  expect((await client(of.clientId)).json.data).toEqual({ client: { name: 'Wilma Tarn' } })
  for (const id of [of.adminId, of.firmId, 'user_', 'x']) {
    const { json } = await client(id)
    expect(json.data).toEqual({ client: null })
    expect(json.errors).toMatchObject([{ extensions: { code: 'record_not_found' } }])
  }
})
