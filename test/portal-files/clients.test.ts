import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../src/portal-files/built-files.ts'
import { testGateway } from '../support/gateway.ts'

const BUILT = 'dist/clients'
const gateway = testGateway()
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const WHEEL = `orangery_client-${version}-py3-none-any.whl`

async function get(name: string, init: RequestInit = {}) {
  const response = await fetch(`${gateway.url()}/clients/${name}`, init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

// `fetch` adds `Cache-Control: no-cache`, which asks for the whole file.
function statusFor(etag: string): Promise<number | undefined> {
  const headers = { 'If-None-Match': etag }
  return new Promise((resolve, reject) => {
    const sent = request(`${gateway.url()}/clients/${WHEEL}`, { headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode))
    })
    sent.on('error', reject).end()
  })
}

test.each([
  ['orangery-client.tgz', 'application/gzip'],
  [WHEEL, 'application/zip'],
  ['index.json', 'application/json; charset=utf-8'],
])('%s is served as it was built, without a credential', async (name, type) => {
  const { response, bytes } = await get(name)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(bytes.equals(readFileSync(join(BUILT, name)))).toBe(true)
})

test('the index names every file with its hash and the version of the gateway', async () => {
  const index = JSON.parse((await get('index.json')).bytes.toString())
  expect(index.version).toBe(version)
  const names = index.files.map(({ name }: { name: string }) => name)
  const others = ['index.json', 'orangery.postman_collection.json']
  expect([...names, ...others].sort()).toEqual(readdirSync(BUILT).sort())
  for (const { name, bytes: size, sha256 } of index.files) {
    const { bytes } = await get(name)
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect([size, sha256]).toEqual([bytes.length, hash])
  }
})

test('a file that the caller has is not sent again', async () => {
  const etag = (await get(WHEEL)).response.headers.get('ETag') ?? ''
  expect(await statusFor(etag)).toBe(304)
  expect(await statusFor('"other"')).toBe(200)
})

test('a HEAD request gets the headers alone', async () => {
  const { response, bytes } = await get(WHEEL, { method: 'HEAD' })
  const { length } = readFileSync(join(BUILT, WHEEL))
  expect([response.status, bytes.length]).toEqual([200, 0])
  expect(response.headers.get('Content-Length')).toBe(String(length))
})

test.each([
  '',
  'nothing.tgz',
  'Orangery-Client.tgz',
  'orangery-client.tgz/',
  '..%2fpackage.json',
  '%2e%2e/portal/index.html',
])('/clients/%s is not served', async (name) => {
  expect((await get(name)).response.status).toBe(404)
})

test('a POST is not taken', async () => {
  const { response } = await get(WHEEL, { method: 'POST' })
  expect(response.status).toBe(404)
})

test('without a build nothing is served, and the gateway starts', () => {
  expect(listFiles('dist/there-is-no-such-folder')).toEqual([])
})
