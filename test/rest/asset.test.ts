import { beforeAll, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { BARE, WATCH } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let ids: Record<string, string> = {}

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...BARE])
  ids = await registryIds(database, clientId)
})

async function keyOf(scopes: readonly Scope[]) {
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, { scopes })
  return secret
}

const SETS: [string, readonly Scope[]][] = [
  ['all scopes', SCOPES],
  ['registry alone', ['registry']],
  ...SCOPES.slice(1).map((scope): [string, Scope[]] => [scope, [scope]]),
]
test.each(SETS)('one asset with %s is the same as in the list', async (_name, scopes) => {
  const key = await keyOf(scopes)
  const list = await read(gateway, `/api/v1/assets?client_id=${clientId}`, key)
  expect(list.data).toHaveLength(2)
  for (const asset of list.data) {
    const body = await read(
      gateway,
      `/api/v1/assets/${asset.registry_id}?client_id=${clientId}`,
      key,
    )
    // The list has the newest scans only.
    const { scans = [] } = asset.verification ?? {}
    expect(body.data.verification?.scans?.slice(0, scans.length) ?? []).toEqual(scans)
    if (asset.verification) body.data.verification.scans = scans
    expect(body).toStrictEqual({ data: asset, grant: list.grant })
  }
})

test('one asset has its own category detail, with the type first', async () => {
  const key = await keyOf(['category_detail'])
  const { data } = await read(gateway, `/api/v1/assets/${ids.watch}?client_id=${clientId}`, key)
  expect(Object.keys(data.category_detail)[0]).toBe('type')
  expect(data.category_detail).toEqual({
    type: 'watches',
    brand: 'Maker',
    year: 1968,
    papers: true,
  })
})

test('one asset rejects parameters of the list', async () => {
  const key = await keyOf(SCOPES)
  for (const name of ['page', 'category', 'updated_since', 'cursor']) {
    const path = `/api/v1/assets/${ids.watch}?client_id=${clientId}&${name}=1`
    const reply = await gateway.request(path, { key })
    expect([reply.status, reply.json.error.code]).toEqual([400, 'unknown_parameter'])
    expect(reply.json.error.message).toContain('Accepted: client_id, include')
  }
})
