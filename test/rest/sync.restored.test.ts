import { expect, test } from 'vitest'
import { markRestored } from '../../src/database/backup/mark-restored.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { assets, coin } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

async function mirrored() {
  const clientId = await clientWith(database, assets(3))
  const { secret, grantId } = await readerOf(database, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const { as_of } = (await read(gateway, path, secret)).sync
  return { clientId, grantId, secret, path, as_of, since: `${path}&updated_since=${as_of}` }
}

test('after a restore a delta from before it is incomplete, and one from the next full walk is complete', async () => {
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

test('after a restore a cursor from before it is refused, of a full walk and of a delta', async () => {
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

test('after a restore new instants are later than the clock of the command, and than the restore', async () => {
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
  await updateGrant(database.prisma, OPERATOR, { grantId, expiresAt })
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
