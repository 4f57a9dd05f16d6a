import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../src/portal-files/built-files.ts'
import { testGateway } from '../support/gateway.ts'

const BUILT = 'dist/clients'
const gateway = testGateway()
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const WHEEL = `orangery_client-${version}-py3-none-any.whl`

async function get(name: string) {
  const response = await fetch(`${gateway.url()}/clients/${name}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
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

test.each([
  ...['', 'nothing.tgz', 'Orangery-Client.tgz', 'orangery-client.tgz/', '..%2fpackage.json'],
  '%2e%2e/portal/index.html',
])('/clients/%s is not served', async (name) => {
  expect((await get(name)).response.status).toBe(404)
})

test('without a build nothing is served, and the gateway starts', () => {
  expect(listFiles('dist/there-is-no-such-folder')).toEqual([])
})
