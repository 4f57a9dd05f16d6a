import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReady } from '../../bench/ready/app.ts'
import { FILE } from '../importer/full-file.ts'
import { testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
let ready: Server
let client: string

beforeAll(async () => {
  client = await clientWith(gateway.database, FILE)
  ready = createReady(gateway.serving.pool, gateway.url()).listen(0, '127.0.0.1')
  await once(ready, 'listening')
})

afterAll(() => {
  ready.closeAllConnections()
  ready.close()
})

async function newKey() {
  const key = await keyWith(gateway.database)
  await grantWith(gateway.database, key.id, client)
  return key
}

const list = () => `/api/v1/assets?client_id=${client}&page_size=1`

async function readReady(key: string) {
  const { port } = ready.address() as AddressInfo
  const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': VERSION }
  const response = await fetch(`http://127.0.0.1:${port}${list()}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const SAME_HEADERS = ['ETag', 'Content-Type', 'Link', 'X-Service-Version']

async function expectSame(key: string) {
  const [ours, theirs] = [await readReady(key), await gateway.request(list(), { key })]
  expect(ours).toMatchObject({ status: 200, text: theirs.text })
  for (const name of SAME_HEADERS) {
    expect(ours.headers.get(name), name).not.toBeNull()
    expect(ours.headers.get(name), name).toBe(theirs.headers.get(name))
  }
  expect(ours.headers.get('Content-Length')).toBe(String(Buffer.byteLength(ours.text)))
}

test('the ready bytes of each key are those of the gateway, twice', async () => {
  const keys = [await newKey(), await newKey()]
  // The instants of the grants are the same, as in the database of the benchmark.
  const at = new Date('2026-01-01T00:00:00Z')
  await gateway.database.prisma.grant.updateMany({
    where: { clientId: client },
    data: { createdAt: at, updatedAt: at },
  })
  for (const { secret } of keys) {
    await expectSame(secret)
    await expectSame(secret)
  }
})

test('after an import the bytes are new', async () => {
  const { secret } = await newKey()
  const before = await readReady(secret)
  const added = { type: 'asset', ref: 'z', title: 'Zither', category: 'OT' }
  await importRecords(gateway.database, client, [added])
  await expectSame(secret)
  expect((await readReady(secret)).text).not.toBe(before.text)
})

test('a revoked key gets no ready bytes', async () => {
  const { id, secret } = await newKey()
  await expectSame(secret)
  await gateway.database.prisma.apiKey.update({
    where: { id },
    data: { state: 'revoked', revokedAt: new Date() },
  })
  expect((await readReady(secret)).status).toBe(401)
})
