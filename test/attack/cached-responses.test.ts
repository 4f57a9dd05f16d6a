import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedGateway, startGateway } from './server.ts'

let gateway: StartedGateway
let key = ''
let clients: StartedGateway['demo']['clients']

beforeAll(async () => {
  gateway = await startGateway()
  key = gateway.demo.productionKey
  clients = gateway.demo.clients
})
afterAll(() => gateway.stop())

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
const authorized = () => [`Authorization: Bearer ${key}`, 'X-Service-Version: 2024-01-01']

describe('a cached response cannot be read without its grant', () => {
  test.each([
    [
      'a user in an absolute target',
      (a: string, b: string) => `http://x&client_id=${a}@x/api/v1/assets?client%5Fid=${b}`,
    ],
    [
      'a user before the host',
      (a: string, b: string) => `http://?client_id=${a}&@x/api/v1/assets?client%5Fid=${b}`,
    ],
    ['a fragment', (a: string, b: string) => `/api/v1/assets?client%5Fid=${b}#?client_id=${a}`],
    ['the name twice', (a: string, b: string) => `/api/v1/assets?client%5Fid=${b}&client_id=${a}`],
    [
      'the name in the path',
      (a: string, b: string) => `/api/v1/assets&client_id=${a}?client%5Fid=${b}`,
    ],
    [
      'the name within a value',
      (a: string, b: string) => `/api/v1/assets?x=?client_id=${a}&client%5Fid=${b}`,
    ],
  ])('%s', async (_, targetOf) => {
    const target = targetOf(clients.ashdown, clients.valcroze)
    for (const _again of [1, 2]) {
      const reply = await gateway.raw(get(target, 'Host: x', ...authorized()))
      expect([400, 404]).toContain(reply.status)
      expect(reply.body).not.toContain('"data"')
    }
  })

  test('a client’s data is read under every spelling of the parameter, until its grant ends', {
    timeout: 90_000,
  }, async () => {
    const firm = await gateway.orangery('firm', 'create', '--name', 'Hale', '--plan', 'enterprise')
    const client = await gateway.orangery(
      'client',
      'create',
      '--name',
      'Ada',
      '--email',
      'ada@example.com',
    )
    const own = await gateway.orangery(
      'key',
      'create',
      '--firm',
      firm.id ?? '',
      '--name',
      'k',
      '--environment',
      'production',
      '--scopes',
      'registry',
    )
    const grant = await gateway.orangery(
      'grant',
      'create',
      '--key',
      own.id ?? '',
      '--client',
      client.id ?? '',
      '--scopes',
      'registry',
    )
    const spelled = ['client_id', 'client%5Fid', '%63lient_id'].map(
      (name) => `/api/v1/assets?${name}=${client.id}`,
    )
    spelled.push(`http://x/api/v1/assets?client_id=${client.id}`)
    const read = async () => {
      const statuses: number[] = []
      for (const target of spelled) {
        const headers = [
          'Host: x',
          `Authorization: Bearer ${own.secret}`,
          'X-Service-Version: 2024-01-01',
        ]
        statuses.push((await gateway.raw(get(target, ...headers))).status)
      }
      return statuses
    }
    expect([await read(), await read()]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ])
    await gateway.orangery('grant', 'revoke', grant.id ?? '')
    expect(await read()).toEqual([403, 403, 403, 403])
  })
})
