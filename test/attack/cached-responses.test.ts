import { describe, expect, test } from 'vitest'
import { testProcess } from './server.ts'

const gateway = testProcess()

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
const authorized = (secret = gateway.demo.productionKey) => [
  ...[`Authorization: Bearer ${secret}`, 'X-Service-Version: 2024-01-01'],
]

describe('a cached response cannot be read without its grant', () => {
  test.each([
    [
      'a user in an absolute target',
      (a: string, b: string) => `http://x&client_id=${a}@x/api/v1/assets?client%5Fid=${b}`,
    ],
    ['a fragment', (a: string, b: string) => `/api/v1/assets?client%5Fid=${b}#?client_id=${a}`],
    ['the name twice', (a: string, b: string) => `/api/v1/assets?client%5Fid=${b}&client_id=${a}`],
    [
      'the name within a value',
      (a: string, b: string) => `/api/v1/assets?x=?client_id=${a}&client%5Fid=${b}`,
    ],
  ])('%s', async (_, targetOf) => {
    const { ashdown, valcroze } = gateway.demo.clients
    const target = targetOf(ashdown, valcroze)
    for (const _again of [1, 2]) {
      const reply = await gateway.raw(get(target, 'Host: x', ...authorized()))
      expect([400, 404]).toContain(reply.status)
      expect(reply.body).not.toContain('"data"')
    }
  })

  test('a client’s data is read under every spelling of the parameter, until its grant ends', {
    timeout: 90_000,
  }, async () => {
    const person = ['--name', 'Ada', '--email', 'ada@example.com']
    const client = await gateway.orangery('client', 'create', ...person)
    const own = await gateway.newKey()
    const terms = ['--key', own.id, '--client', client.id ?? '', '--scopes', 'registry']
    const grant = await gateway.orangery('grant', 'create', ...terms)
    const spelled = ['client_id', 'client%5Fid', '%63lient_id'].map(
      (name) => `/api/v1/assets?${name}=${client.id}`,
    )
    spelled.push(`http://x/api/v1/assets?client_id=${client.id}`)
    const read = async () => {
      const statuses: number[] = []
      for (const target of spelled) {
        const { status } = await gateway.raw(get(target, 'Host: x', ...authorized(own.secret)))
        statuses.push(status)
      }
      return statuses
    }
    expect([...(await read()), ...(await read())]).toEqual(Array(8).fill(200))
    await gateway.orangery('grant', 'revoke', grant.id ?? '')
    expect(await read()).toEqual([403, 403, 403, 403])
  })
})
