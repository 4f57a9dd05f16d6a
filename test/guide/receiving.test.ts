import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { markRestored } from '../../src/database/mark-restored.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { updateKey } from '../../src/modules/keys/api-key.writes.ts'
import { PACKAGES } from '../installable-clients/packages.ts'
import { assets } from '../rest/records.ts'
import { read } from '../rest/walk.ts'
import { reportChanges } from '../support/feed.ts'
import { freePort } from '../support/free-port.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, readerOf } from '../support/portfolio.ts'
import { killTree } from '../support/process-tree.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import {
  describeEach,
  endOf,
  newMirrorFolder,
  SAMPLES,
  startReceiver,
  startSample,
  syncOnce,
} from './samples.ts'

const gateway = testGateway()
const { database, serving } = gateway
const WAIT = { timeout: 30_000 }
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const BODY = '{"id":"change_1","type":"portfolio.changed"}'

interface Signing {
  readonly secrets?: readonly string[]
  readonly at?: Date
  readonly body?: string
}

/** Sends what the gateway would send, and returns the status of the answer. */
async function send(url: string, { secrets = [SECRET], at = new Date(), body = BODY }: Signing) {
  const headers = {
    'webhook-id': 'change_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign('change_1', at, BODY))
      .join(' '),
  }
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  )
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describeEach(SAMPLES, 'beside $name', (sample) => {
  test('the receiver checks each webhook, and applies what changed', async () => {
    const clientId = await clientWith(database, assets(3))
    const { secret: key } = await readerOf(database, clientId)
    await reportChanges(serving)
    const folder = newMirrorFolder()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/hooks`
    const running = startReceiver(sample, { url: gateway.url(), key, folder }, SECRET, port)
    try {
      const mirror = join(folder, `${clientId}.json`)
      const held = () =>
        existsSync(mirror) ? Object.keys(JSON.parse(readFileSync(mirror, 'utf8')).assets).length : 0
      await expect.poll(held, WAIT).toBe(3)
      await expect.poll(() => existsSync(join(folder, 'feed.json')), WAIT).toBe(true)
      await importRecords(database, clientId, assets(5))
      await reportChanges(serving)
      await expect.poll(() => send(url, { secrets: [OTHER] }), WAIT).toBe(401)
      expect(await send(url, { body: `${BODY} ` })).toBe(401)
      expect(await send(url, { at: minutes(-6) })).toBe(401)
      expect(await send(url, { at: minutes(6) })).toBe(401)
      expect(held()).toBe(3)
      expect(await send(url, { secrets: [OTHER, SECRET] })).toBe(204)
      await expect.poll(held, WAIT).toBe(5)
    } finally {
      if (running.pid !== undefined) killTree(running.pid)
    }
  })
})

const DAY = '86400'

/** Whether a mirror has the assets that the gateway answers with, at the same instants. */
async function isEqual(file: string, client: string, key: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const held: Record<string, Asset> = JSON.parse(readFileSync(file, 'utf8')).assets
  const { data } = await read(gateway, `/api/v1/assets?client_id=${client}`, key)
  const isSame = ({ registry_id: id, updated_at: at }: Asset) => held[id]?.updated_at === at
  return data.length === Object.keys(held).length && data.every(isSame)
}

interface Asset {
  readonly registry_id: string
  readonly updated_at: string
}

describeEach([...SAMPLES, ...PACKAGES], '$name', (sample) => {
  test('reads only the clients that the changes name, and ends equal', async () => {
    const clients: string[] = []
    while (clients.length < 5) clients.push(await clientWith(database, assets(3)))
    const [changed = '', ended = '', narrowed = '', later = '', still = ''] = clients
    const { id: keyId, secret: key } = await keyWith(database)
    const grants = new Map<string, string>()
    for (const client of [changed, ended, narrowed, still])
      grants.set(client, (await grantWith(database, keyId, client)).id)
    await reportChanges(serving)
    const asked: string[] = []
    const proxy = await startFaultyProxy(gateway.url(), (_number, target) => {
      asked.push(target)
      return undefined
    })
    const folder = newMirrorFolder()
    const fileOf = (client: string) => join(folder, `${client}.json`)
    const running = startSample(sample, { url: proxy.url, key, folder }, DAY)
    await expect.poll(() => existsSync(join(folder, 'feed.json')), WAIT).toBe(true)
    asked.length = 0

    await importRecords(database, changed, assets(4))
    await revokeGrant(operator(database.prisma), { grantId: grants.get(ended) ?? '' })
    const grantId = grants.get(narrowed) ?? ''
    await updateGrant(operator(database.prisma), { grantId, scopes: ['registry'] })
    await grantWith(database, keyId, later)
    await reportChanges(serving)
    const areEqual = () =>
      Promise.all([changed, narrowed, later].map((client) => isEqual(fileOf(client), client, key)))
    await expect.poll(areEqual, WAIT).toEqual([true, true, true])
    await expect.poll(() => existsSync(fileOf(ended)), WAIT).toBe(false)
    expect(asked.filter((target) => target.includes(still))).toEqual([])

    asked.length = 0
    await markRestored(database.pool)
    await reportChanges(serving)
    await expect.poll(() => asked.some((target) => target.includes(still)), WAIT).toBe(true)
    running.kill('SIGKILL')
    proxy.close()
  })

  test('reads all clients again where the cursor is of another key, or the last pass in the future', async () => {
    const client = await clientWith(database, assets(2))
    const readers = [await readerOf(database, client), await readerOf(database, client)]
    await reportChanges(serving)
    const folder = newMirrorFolder()
    const [mirror, feed] = [join(folder, `${client}.json`), join(folder, 'feed.json')]
    for (const { secret: key } of readers) {
      const sync = () => syncOnce(sample, { url: gateway.url(), key, folder }, '--changes')
      if ((await sync()).code !== 0) expect((await sync()).code).toBe(0)
      rmSync(mirror)
      const read = JSON.parse(readFileSync(feed, 'utf8'))
      writeFileSync(feed, JSON.stringify({ ...read, read_at: 1e15 }))
      expect((await sync()).code).toBe(0)
      expect(await isEqual(mirror, client, key)).toBe(true)
    }
  })

  test('ends, and keeps the mirrors, where the key may not be used from its address', async () => {
    const client = await clientWith(database, assets(2))
    const { id: keyId, secret: key } = await keyWith(database)
    await grantWith(database, keyId, client)
    await reportChanges(serving)
    const mirrored = { url: gateway.url(), key, folder: newMirrorFolder() }
    expect((await syncOnce(sample, mirrored, '--changes')).code).toBe(0)
    await updateKey(operator(database.prisma), { keyId, allowedIps: ['192.0.2.0/24'] })
    const { code, err } = await endOf(startSample(sample, mirrored, DAY))
    expect([code, err]).toEqual([1, expect.stringContaining('ip_not_allowed')])
    expect(existsSync(join(mirrored.folder, `${client}.json`))).toBe(true)
  })
})
