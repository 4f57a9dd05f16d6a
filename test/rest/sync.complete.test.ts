import { expect, test } from 'vitest'
import { markRestored } from '../../src/database/mark-restored.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'
import { assets, coin } from './records.ts'
import { read, titlesOf } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

const NOTHING = { data: [], removed: [], total: 0, sync: ['delta', false, null] }
const EVER = '2020-01-01T00:00:00.000Z'
const removal = (ref: string) => ({ type: 'removal', asset: ref })

/** A client of whom a key reads three coins, all of them imported before the grant was given. */
async function granted() {
  const clientId = await clientWith(database, [coin('a'), coin('b'), coin('c')])
  const { secret: key, grantId } = await readerOf(database, clientId)
  const ids = await registryIds(database, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const whole = await read(gateway, path, key)
  const newest: string = whole.data.map((each: { updated_at: string }) => each.updated_at).sort()[2]
  return { clientId, grantId, key, ids, path, whole, newest }
}

async function deltaOf({ clientId, key, path, ids }: Granted, since: string) {
  const body = await read(gateway, `${path}&updated_since=${since}`, key)
  const { json } = await gateway.graphql(
    `query ($id: ID!, $since: DateTime!) { portfolio(clientId: $id) {
      assets(filter: { updatedSince: $since }) {
        totalCount nodes { title } sync { mode complete asOf removed { registryId } } } } }`,
    { variables: { id: clientId, since }, key },
  )
  const { totalCount, nodes, sync } = json.data.portfolio.assets
  const refOf = (id: string) => Object.keys(ids).find((ref) => ids[ref] === id)
  const rest = {
    data: titlesOf(body),
    removed: body.sync.removed.map((each: { registry_id: string }) => refOf(each.registry_id)),
    sync: [body.sync.mode, body.sync.complete, body.sync.as_of],
    total: body.pagination.total_count,
  }
  expect({
    data: titlesOf({ data: nodes }),
    removed: sync.removed.map((each: { registryId: string }) => refOf(each.registryId)),
    sync: [sync.mode, sync.complete, sync.asOf],
    total: totalCount,
  }).toEqual(rest)
  return rest
}

type Granted = Awaited<ReturnType<typeof granted>>

test('only what was modified after updated_since is returned of assets that were imported before the grant was given', async () => {
  const reader = await granted()
  const after = new Date(Date.parse(reader.newest) + 1).toISOString()
  for (const since of [reader.newest, after]) expect(await deltaOf(reader, since)).toEqual(NOTHING)
  const { data, sync } = await deltaOf(reader, EVER)
  expect(data.sort()).toEqual(['a', 'b', 'c'])
  expect(sync).toEqual(NOTHING.sync)
})

test('only what was modified after updated_since is returned after a change of the terms', async () => {
  const reader = await granted()
  const { as_of } = reader.whole.sync
  await importRecords(database, reader.clientId, [coin('b', { description: 'new' })])
  const change = { grantId: reader.grantId, scopes: ['detail', 'valuation'] }
  await updateGrant(operator(database.prisma), change)
  expect(await deltaOf(reader, as_of)).toEqual({ ...NOTHING, data: ['b'], total: 1 })
})

test('an incomplete delta lists the removals since the last change of the terms, and none from before it', async () => {
  const reader = await granted()
  await importRecords(database, reader.clientId, [removal('a')])
  await updateGrant(operator(database.prisma), { grantId: reader.grantId, scopes: ['valuation'] })
  await importRecords(database, reader.clientId, [removal('b')])
  const { removed, data } = await deltaOf(reader, EVER)
  expect([removed, data]).toEqual([['b'], ['c']])
})

async function mirrored() {
  const clientId = await clientWith(database, assets(3))
  const { secret, grantId } = await readerOf(database, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const { as_of } = (await read(gateway, path, secret)).sync
  return { clientId, grantId, secret, path, as_of, since: `${path}&updated_since=${as_of}` }
}

test('after a restore: a delta from before it is incomplete, and one from the next full walk is complete', async () => {
  const { clientId, path, secret, as_of, since } = await mirrored()
  expect((await read(gateway, since, secret)).sync.complete).toBe(true)
  await markRestored(database.pool, new Date(0), clientId)
  const { sync, data } = await read(gateway, since, secret)
  expect([sync.complete, sync.as_of, data]).toEqual([false, null, []])
  const { as_of: later } = (await read(gateway, path, secret)).sync
  expect(later > as_of).toBe(true)
  const next = await read(gateway, `${path}&updated_since=${later}`, secret)
  expect([next.sync.complete, next.data]).toEqual([true, []])
})

test('after a restore: a cursor from before it is refused, of a full walk and of a delta', async () => {
  const { clientId, path, secret, since } = await mirrored()
  await importRecords(database, clientId, [coin('x'), coin('y')])
  const urls = [`${path}&page_size=1`, `${since}&page_size=1`]
  const links = await Promise.all(urls.map((url) => read(gateway, url, secret)))
  await markRestored(database.pool, new Date(0), clientId)
  for (const { links: given } of links) {
    const { status, json } = await gateway.request(given.next, { key: secret })
    expect([status, json.error.code]).toEqual([400, 'invalid_parameter'])
  }
})

test('after a restore: new instants are later than the clock of the command, and than the restore', async () => {
  const { clientId, path, secret } = await mirrored()
  const ahead = new Date(Date.now() + 3_600_000)
  await markRestored(database.pool, ahead, clientId)
  const { as_of } = (await read(gateway, path, secret)).sync
  expect(new Date(as_of).getTime()).toBeGreaterThanOrEqual(ahead.getTime())
  await importRecords(database, clientId, [coin('late')])
  const next = await read(gateway, `${path}&updated_since=${as_of}`, secret)
  expect([next.sync.complete, next.data.length]).toEqual([true, 1])
})

test('a change of the expiry of a grant alone is followed by a complete delta, and a walk goes on', async () => {
  const { clientId, grantId, secret, path, since } = await mirrored()
  await importRecords(database, clientId, [coin('x'), coin('y')])
  const { links } = await read(gateway, `${path}&page_size=1`, secret)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await updateGrant(operator(database.prisma), { grantId, expiresAt })
  const { sync, data } = await read(gateway, since, secret)
  expect([sync.complete, data.length]).toEqual([true, 2])
  expect((await gateway.request(links.next, { key: secret })).status).toBe(200)
})

test('an updated_since that is later than everything is not given back', async () => {
  const { path, secret, as_of } = await mirrored()
  const invented = new Date(new Date(as_of).getTime() + 1).toISOString()
  const { sync } = await read(gateway, `${path}&updated_since=${invented}`, secret)
  expect([sync.complete, sync.as_of]).toEqual([true, as_of])
})
