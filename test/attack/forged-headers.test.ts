import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { testProcess } from './server.ts'

const gateway = testProcess({ TRUST_PROXY: '1' })
let addresses = 0

const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

function request(path: string, headers: readonly string[], method = 'GET'): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  )
}

describe('behind one proxy, an X-Forwarded-For of the client', () => {
  const summary = () => `/api/v1/portfolio/summary?client_id=${gateway.demo.clients.ashdown}`

  test('does not pass a list of allowed addresses', async () => {
    const key = await gateway.newKey({ argv: ['--allow-ip', '192.0.2.1'] })
    const codeFrom = async (forwardedFor: string) => {
      const partner = [`Authorization: Bearer ${key.secret}`, 'X-Service-Version: 2024-01-01']
      const headers = [...partner, `X-Forwarded-For: ${forwardedFor}`]
      return JSON.parse((await gateway.raw(request(summary(), headers))).body).error.code
    }
    // The proxy adds the address that it sees at the end.
    expect(await codeFrom('192.0.2.1, 203.0.113.9')).toBe('ip_not_allowed')
    expect(await codeFrom('192.0.2.1\r\nX-Forwarded-For: 203.0.113.9')).toBe('ip_not_allowed')
    expect(await codeFrom('203.0.113.9, 192.0.2.1')).toBe('no_active_grant')
  })

  test('does not change the address of the limits', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 103; i++) {
      const headers = [`X-Forwarded-For: 192.0.2.${i}, 203.0.113.77`]
      statuses.add((await gateway.raw(request('/plants', headers))).status)
    }
    expect([...statuses]).toEqual([401, 429])
    const other = await gateway.raw(request('/plants', ['X-Forwarded-For: 203.0.113.78']))
    expect(other.status).toBe(401)
  })

  test('does not change the origin, and neither does X-Forwarded-Host', async () => {
    const headers = (origin: string) => [
      ...[`X-Forwarded-For: ${newAddress()}`, 'X-Forwarded-Host: evil.example'],
      ...['Content-Type: application/json', `Origin: ${origin}`, 'Content-Length: 2'],
    ]
    const path = '/api/auth/sign-in/email'
    const codeOf = async (origin: string) =>
      JSON.parse((await gateway.raw(`${request(path, headers(origin), 'POST')}{}`)).body).error.code
    expect(await codeOf('http://evil.example')).toBe('origin_not_allowed')
    expect(await codeOf('http://x')).toBe('invalid_body')
  })

  test('does not hide the address that the proxy adds behind many headers', async () => {
    const many = Array.from({ length: 2_100 }, () => 'a:')
    for (const address of ['203.0.113.80', '203.0.113.81']) {
      const headers = [...many, `X-Forwarded-For: ${address}`]
      const reply = await gateway.raw(request('/plants', headers))
      expect([address, reply.headers['x-ratelimit-remaining']]).toEqual([address, '99'])
    }
  })
})

const CLOCK_TICK_MS = 10

// The CPU time of the process in milliseconds. It does not depend on other processes.
function cpuTime(): number {
  const stat = readFileSync(`/proc/${gateway.process.child.pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * CLOCK_TICK_MS
}

const fill = (text: string) => text.repeat(Math.floor(15_000 / text.length))
const COSTLY: [string, string, string][] = [
  ['a type of blanks', 'Content-Type', `application/json${fill(' ')}x`],
  ['a type of parameters', 'Content-Type', `application/json${fill(';a="\\')}`],
  ['what is accepted', 'Accept', fill('a/b;q=0.1,')],
  ['accepted encodings', 'Accept-Encoding', fill('a;q=0,')],
  ['cookies', 'Cookie', fill('a=b;')],
  ['the session’s cookie', 'Cookie', `orangery.session_token=${fill('%')}`],
  ['tags', 'If-None-Match', fill('"a",')],
  ['a bearer of blanks', 'Authorization', `Bearer${fill(' ')}x`],
  ['a long bearer', 'Authorization', `Bearer ${fill('a')}`],
  ['addresses', 'X-Forwarded-For', fill('1,')],
  ['an id', 'X-Request-Id', fill('a')],
  ['an encoding', 'Content-Encoding', fill('gzip,')],
  ['ranges', 'Range', `bytes=${fill('0-1,')}`],
  ['a version', 'X-Service-Version', fill('2')],
]

// Compared with a header that nothing reads: the speed of the machine is the same for both.
describe('a header of 15 KB costs little CPU time', () => {
  const TIMES = 10

  async function costOf(name: string, value: string): Promise<number> {
    const paths = ['/plants', '/graphql', '/api/auth/sign-in/email', '/sign-in']
    const before = cpuTime()
    for (const path of paths) {
      for (let i = 0; i < TIMES; i++) {
        const from = name === 'X-Forwarded-For' ? [] : [`X-Forwarded-For: ${newAddress()}`]
        const type = name === 'Content-Type' ? [] : ['Content-Type: application/json']
        const headers = [...from, ...type, `${name}: ${value}`, 'Content-Length: 2']
        const { status } = await gateway.raw(
          `${request(path, headers, path === '/sign-in' ? 'GET' : 'POST')}{}`,
        )
        expect(status).toBeGreaterThan(0)
      }
    }
    return cpuTime() - before
  }

  let unread = 0
  beforeAll(async () => {
    unread = await costOf('X-Unread', fill('a'))
  })

  test.each(COSTLY)('%s', async (_, name, value) => {
    const cost = await costOf(name, value)
    // Time that is quadratic in the length would be hundreds of times as much.
    expect(cost).toBeLessThan(10 * Math.max(unread, 5 * CLOCK_TICK_MS))
  })
})
